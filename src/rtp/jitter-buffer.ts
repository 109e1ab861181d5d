import { timestampDistance } from './sequence-number.ts';

/** 20 ms at 8 kHz. */
export const frameSamples = 160;

/** A power of two that divides 2^32, so that a timestamp's low bits are its place. 512 ms. */
const ringSamples = 4096;
const ringMask = ringSamples - 1;
/** G.711 never decodes to this, so it marks a place where nothing has arrived. */
const absent = -32768;

/** The first packet waits for one frame: then 20 to 40 ms of lateness do no harm, by the phase of the two clocks. */
const startFrames = 1;
export const deepestFrames = 8;
const deepestSamples = deepestFrames * frameSamples;
/** A timestamp further off than this is not late or early: the sender has begun a new count. */
const jumpSamples = 8000;
/** How long frames must have been to spare before they are given up: 5 s. */
const shrinkAfterFrames = 250;
/** What is kept of them, for the next packet that is later than those before. */
const keptSpareFrames = 1;
/** About -32 dBFS at the peak: a frame that nobody misses. */
const quietPeak = 800;
/** A stream that stopped is made up for no longer than this. */
const runDrySamples = 5 * frameSamples;

export type PutResult = 'stored' | 'late' | 'duplicate' | 'restarted';

/** What `pull` answers besides the number of samples: the frame is to be made up, or nothing is due. */
export const missing = -1;
export const idle = 0;

/**
 * Puts decoded packets of any length in order, by timestamp, and gives out frames of 20 ms. As deep as late packets
 * proved necessary, from two frames to eight; a silence shortens it again.
 */
export class JitterBuffer {
  readonly #ring = new Int16Array(ringSamples).fill(absent);
  #started = false;
  #playedAny = false;
  /** Timestamp of the next sample to give out. */
  #play = 0;
  /** Timestamp after the newest sample that arrived. */
  #newestEnd = 0;
  /** Timestamp after the newest sample given out. */
  #playedEnd = 0;
  #holdFrames = 0;
  #shallowest = deepestSamples;
  #windowFrames = 0;
  /** Frames that are to be given up, each where nobody misses it. */
  #shrinkFrames = 0;

  /** Samples between the play-out point and the newest that arrived; 0 where none is ahead. */
  get depthSamples(): number {
    return this.#started ? Math.max(0, timestampDistance(this.#play, this.#newestEnd)) : 0;
  }

  /** Takes the first `count` samples (1 to 1280) of a packet; they are copied. */
  put(timestamp: number, samples: Int16Array, count: number): PutResult {
    if (!this.#started || Math.abs(timestampDistance(this.#play, timestamp)) > jumpSamples)
      return this.#restart(timestamp, samples, count);
    if (this.#isLate(timestamp, count) && !this.#stepBack(timestamp)) return 'late';
    const skip = Math.max(0, timestampDistance(timestamp, this.#play));
    if (this.#ring[(timestamp + skip) & ringMask] !== absent) return 'duplicate';
    const end = (timestamp + count) >>> 0;
    if (timestampDistance(this.#newestEnd, end) > 0) this.#newestEnd = end;
    this.#write(timestamp, samples, skip, count);
    this.#limitDepth();
    return 'stored';
  }

  /**
   * Fills `into` (160 samples) with the next frame and returns how many samples of it had arrived, the others zero; or
   * `missing`; or `idle`.
   */
  pull(into: Int16Array): number {
    if (!this.#started) return idle;
    if (this.#holdFrames > 0 && this.depthSamples < deepestSamples) {
      this.#holdFrames -= 1;
      return missing;
    }
    this.#shrinkWhenQuiet();
    const present = this.#take(into);
    this.#play = (this.#play + frameSamples) >>> 0;
    this.#watchDepth();
    if (present > 0) {
      this.#playedEnd = this.#play;
      this.#playedAny = true;
      return present;
    }
    const dryFor = timestampDistance(this.#newestEnd, this.#play);
    return this.#playedAny && dryFor <= runDrySamples ? missing : idle;
  }

  /** Forgets everything, as for a new source. */
  reset(): void {
    this.#ring.fill(absent);
    this.#started = false;
    this.#playedAny = false;
  }

  #restart(timestamp: number, samples: Int16Array, count: number): PutResult {
    const first = !this.#started;
    this.reset();
    this.#started = true;
    this.#play = (timestamp - startFrames * frameSamples) >>> 0;
    this.#playedEnd = this.#play;
    this.#newestEnd = (timestamp + count) >>> 0;
    this.#holdFrames = 0;
    this.#beginWindow();
    this.#write(timestamp, samples, 0, count);
    this.#limitDepth();
    return first ? 'stored' : 'restarted';
  }

  #isLate(timestamp: number, count: number): boolean {
    return timestampDistance(this.#play, timestamp) + count <= 0;
  }

  /**
   * Whether a late packet can still be played: where nothing newer has been, the play-out point steps back to it, and all
   * that follows is later by as much. Else one frame is made up, so that the next such packet is in time.
   */
  #stepBack(timestamp: number): boolean {
    this.#beginWindow();
    if (timestampDistance(this.#playedEnd, timestamp) < 0) {
      this.#holdFrames = 1;
      return false;
    }
    this.#play = timestamp;
    return true;
  }

  #write(timestamp: number, samples: Int16Array, from: number, to: number): void {
    for (let i = from; i < to; i++) this.#ring[(timestamp + i) & ringMask] = samples[i]!;
  }

  /** The oldest samples go first: what is said now matters more than what was said. */
  #limitDepth(): void {
    const excess = this.depthSamples - deepestSamples;
    if (excess > 0) this.#skip(excess);
  }

  #skip(count: number): void {
    for (let i = 0; i < count; i++) this.#ring[(this.#play + i) & ringMask] = absent;
    this.#play = (this.#play + count) >>> 0;
  }

  #take(into: Int16Array): number {
    let present = 0;
    for (let i = 0; i < frameSamples; i++) {
      const place = (this.#play + i) & ringMask;
      const sample = this.#ring[place]!;
      this.#ring[place] = absent;
      if (sample !== absent) present += 1;
      into[i] = sample === absent ? 0 : sample;
    }
    return present;
  }

  #beginWindow(): void {
    this.#shallowest = deepestSamples;
    this.#windowFrames = 0;
    this.#shrinkFrames = 0;
  }

  #watchDepth(): void {
    this.#shallowest = Math.min(this.#shallowest, this.depthSamples);
    this.#windowFrames += 1;
    if (this.#windowFrames < shrinkAfterFrames) return;
    const spareFrames = Math.floor(this.#shallowest / frameSamples);
    this.#beginWindow();
    this.#shrinkFrames = Math.max(0, spareFrames - keptSpareFrames);
  }

  #shrinkWhenQuiet(): void {
    if (this.#shrinkFrames === 0 || !this.#nextIsQuiet()) return;
    this.#skip(frameSamples);
    this.#shrinkFrames -= 1;
  }

  #nextIsQuiet(): boolean {
    for (let i = 0; i < frameSamples; i++) {
      const sample = this.#ring[(this.#play + i) & ringMask]!;
      if (sample === absent || Math.abs(sample) > quietPeak) return false;
    }
    return true;
  }
}
