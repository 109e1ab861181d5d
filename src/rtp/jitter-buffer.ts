import { timestampDistance } from './sequence-number.ts';

/** 20 ms at 8 kHz. */
export const frameSamples = 160;

/** A power of two that divides 2^32, so that the low bits of a timestamp are the ring index. 512 ms. */
const ringSamples = 4096;
const ringMask = ringSamples - 1;
/** Marks a ring slot where no sample has arrived. G.711 never decodes to this value. */
const absent = -32768;

/**
 * Playout starts one frame after the first packet. This tolerates 20 to 40 ms of delay, depending on the phase of the
 * two clocks.
 */
const startFrames = 1;
export const maxDepthFrames = 8;
const maxDepthSamples = maxDepthFrames * frameSamples;
/** Maximum distance of a late or early timestamp. Beyond it, the sender has restarted its timestamps. */
const jumpSamples = 8000;
/** A part of the depth is dropped if it was unused for this time: 5 s. */
const shrinkWindowFrames = 250;
/** Number of unused frames that are kept, for a packet with a larger delay than the earlier ones. */
const minSpareFrames = 1;
/** About -32 dBFS at the peak: a frame that can be dropped inaudibly. */
const quietPeak = 800;
/** Maximum duration of concealment after a stream has stopped. */
const maxConcealedSamples = 5 * frameSamples;

/** `late`: the packet was dropped. `restarted`: the sender restarted its timestamps, and the buffer was cleared. */
export type PutResult = 'stored' | 'late' | 'duplicate' | 'restarted';

/**
 * Results of `pull` other than a number of samples: `missingFrame` is a frame to conceal, `noFrameDue` means that no
 * frame is due.
 */
export const missingFrame = -1;
export const noFrameDue = 0;

/**
 * A jitter buffer for decoded packets of any length. Orders them by timestamp and returns frames of 20 ms. The depth
 * grows if packets are late, and shrinks during silence: two to eight frames before a pull.
 */
export class JitterBuffer {
  readonly #ring = new Int16Array(ringSamples).fill(absent);
  #started = false;
  #hasPlayed = false;
  /** Timestamp of the next sample to play. */
  #playoutPoint = 0;
  /** Timestamp after the newest sample that arrived. */
  #newestEnd = 0;
  /** Timestamp after the newest sample that was played. */
  #playedEnd = 0;
  /** Number of concealed frames to insert, which increases the depth. */
  #holdFrames = 0;
  /** The minimum depth in the current shrink window. */
  #minDepthSamples = maxDepthSamples;
  /** Number of frames of the current shrink window that have passed. */
  #windowFrames = 0;
  /** Number of frames to drop, each at the next quiet frame. */
  #shrinkFrames = 0;

  /** Returns the number of samples between the playout point and the newest sample that arrived; at least 0. */
  get depthSamples(): number {
    return this.#started ? Math.max(0, timestampDistance(this.#playoutPoint, this.#newestEnd)) : 0;
  }

  /** Stores a copy of the first `count` samples (1 to 1280) of a packet. */
  put(timestamp: number, samples: Int16Array, count: number): PutResult {
    if (!this.#started || Math.abs(timestampDistance(this.#playoutPoint, timestamp)) > jumpSamples)
      return this.#restart(timestamp, samples, count);
    if (this.#isLate(timestamp, count) && !this.#stepBack(timestamp)) return 'late';
    const skip = Math.max(0, timestampDistance(timestamp, this.#playoutPoint));
    if (this.#ring[(timestamp + skip) & ringMask] !== absent) return 'duplicate';
    const end = (timestamp + count) >>> 0;
    if (timestampDistance(this.#newestEnd, end) > 0) this.#newestEnd = end;
    this.#write(timestamp, samples, skip, count);
    this.#limitDepth();
    return 'stored';
  }

  /**
   * Fills `frame` (160 samples) with the next frame. Returns how many of its samples had arrived (the others are zero),
   * or `missingFrame`, or `noFrameDue`.
   */
  pull(frame: Int16Array): number {
    if (!this.#started) return noFrameDue;
    if (this.#holdFrames > 0 && this.depthSamples < maxDepthSamples) {
      this.#holdFrames -= 1;
      return missingFrame;
    }
    this.#shrinkWhenQuiet();
    const present = this.#takeFrame(frame);
    this.#playoutPoint = (this.#playoutPoint + frameSamples) >>> 0;
    this.#updateDepth();
    if (present > 0) {
      this.#playedEnd = this.#playoutPoint;
      this.#hasPlayed = true;
      return present;
    }
    const concealedSamples = timestampDistance(this.#newestEnd, this.#playoutPoint);
    return this.#hasPlayed && concealedSamples <= maxConcealedSamples ? missingFrame : noFrameDue;
  }

  /** Discards all state, for a new source. */
  reset(): void {
    this.#ring.fill(absent);
    this.#started = false;
    this.#hasPlayed = false;
  }

  #restart(timestamp: number, samples: Int16Array, count: number): PutResult {
    const isFirst = !this.#started;
    this.reset();
    this.#started = true;
    this.#playoutPoint = (timestamp - startFrames * frameSamples) >>> 0;
    this.#playedEnd = this.#playoutPoint;
    this.#newestEnd = (timestamp + count) >>> 0;
    this.#holdFrames = 0;
    this.#startWindow();
    this.#write(timestamp, samples, 0, count);
    this.#limitDepth();
    return isFirst ? 'stored' : 'restarted';
  }

  #isLate(timestamp: number, count: number): boolean {
    return timestampDistance(this.#playoutPoint, timestamp) + count <= 0;
  }

  /**
   * Returns whether a late packet can still be played. If no newer packet was played, the playout point moves back to
   * the start of the packet, which increases the depth. Otherwise one concealed frame is inserted, so that the next
   * packet with this delay arrives in time.
   */
  #stepBack(timestamp: number): boolean {
    this.#startWindow();
    if (timestampDistance(this.#playedEnd, timestamp) < 0) {
      this.#holdFrames = 1;
      return false;
    }
    this.#playoutPoint = timestamp;
    return true;
  }

  #write(timestamp: number, samples: Int16Array, from: number, to: number): void {
    for (let i = from; i < to; i++) this.#ring[(timestamp + i) & ringMask] = samples[i]!;
  }

  /** Drops the oldest samples above the maximum depth, because the newest audio is the most important. */
  #limitDepth(): void {
    const excess = this.depthSamples - maxDepthSamples;
    if (excess > 0) this.#skip(excess);
  }

  #skip(count: number): void {
    for (let i = 0; i < count; i++) this.#ring[(this.#playoutPoint + i) & ringMask] = absent;
    this.#playoutPoint = (this.#playoutPoint + count) >>> 0;
  }

  #takeFrame(frame: Int16Array): number {
    let present = 0;
    for (let i = 0; i < frameSamples; i++) {
      const index = (this.#playoutPoint + i) & ringMask;
      const sample = this.#ring[index]!;
      this.#ring[index] = absent;
      if (sample !== absent) present += 1;
      frame[i] = sample === absent ? 0 : sample;
    }
    return present;
  }

  #startWindow(): void {
    this.#minDepthSamples = maxDepthSamples;
    this.#windowFrames = 0;
    this.#shrinkFrames = 0;
  }

  #updateDepth(): void {
    this.#minDepthSamples = Math.min(this.#minDepthSamples, this.depthSamples);
    this.#windowFrames += 1;
    if (this.#windowFrames < shrinkWindowFrames) return;
    const spareFrames = Math.floor(this.#minDepthSamples / frameSamples);
    this.#startWindow();
    this.#shrinkFrames = Math.max(0, spareFrames - minSpareFrames);
  }

  #shrinkWhenQuiet(): void {
    if (this.#shrinkFrames === 0 || !this.#isNextQuiet()) return;
    this.#skip(frameSamples);
    this.#shrinkFrames -= 1;
  }

  #isNextQuiet(): boolean {
    for (let i = 0; i < frameSamples; i++) {
      const sample = this.#ring[(this.#playoutPoint + i) & ringMask]!;
      if (sample === absent || Math.abs(sample) > quietPeak) return false;
    }
    return true;
  }
}
