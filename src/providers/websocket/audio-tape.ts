import { encodeUlaw, ulawSilence } from '../../audio/g711.ts';
import type { SampleRate } from '../../audio/sample-rate.ts';

export type AudioEncoding = 'mulaw' | 'linear16';

/** A position in the audio: number of samples since the first one. */
export type TapeIndex = number;

/** The audio from sample `index` on starts at `atMs` of the media clock. */
interface Anchor {
  readonly index: TapeIndex;
  readonly atMs: number;
}

/** Audio that is kept for another connection. */
const capacityMs = 10_000;
/** A shorter gap of the media clock is filled with silence of the same length; a longer one is skipped. */
const maxFilledGapMs = 3_000;
/** Differences of the media clock that are ignored. */
const toleranceMs = 5;
const maxAnchors = 100;

/**
 * The last seconds of a call's audio, encoded as the vendor receives it. Gaps in the media clock become silence, since vendors measure time by the audio
 * that they receive.
 */
export class AudioTape {
  readonly #encoding: AudioEncoding;
  readonly #bytesPerSample: number;
  readonly #samplesPerMs: number;
  readonly #ring: Uint8Array;
  readonly #capacity: number;
  readonly #anchors: Anchor[] = [];
  #start: TapeIndex = 0;
  #end: TapeIndex = 0;

  constructor(encoding: AudioEncoding, sampleRate: SampleRate) {
    this.#encoding = encoding;
    this.#bytesPerSample = encoding === 'mulaw' ? 1 : 2;
    this.#samplesPerMs = sampleRate / 1000;
    this.#capacity = capacityMs * this.#samplesPerMs;
    this.#ring = new Uint8Array(this.#capacity * this.#bytesPerSample);
  }

  /** The oldest sample that is kept. */
  get start(): TapeIndex {
    return this.#start;
  }

  /** The index of the next sample. */
  get end(): TapeIndex {
    return this.#end;
  }

  get samplesPerMs(): number {
    return this.#samplesPerMs;
  }

  /** Appends audio whose first sample is at `atMs` of the media clock. */
  append(samples: Int16Array, atMs: number): void {
    const last = this.#anchors.at(-1);
    const gapMs = last === undefined ? 0 : atMs - this.mediaMsAt(this.#end);
    if (last !== undefined && gapMs > toleranceMs && gapMs <= maxFilledGapMs) this.appendSilence(gapMs);
    else if (last === undefined || Math.abs(gapMs) > toleranceMs) this.#addAnchor(atMs);
    this.#write(samples.length, (offset, count, from) => this.#encode(samples, offset, count, from));
  }

  /** Appends silence after the last sample. */
  appendSilence(durationMs: number): void {
    const silence = this.#encoding === 'mulaw' ? ulawSilence : 0;
    const count = Math.round(durationMs * this.#samplesPerMs);
    this.#write(count, (offset, part) =>
      this.#ring.fill(silence, offset * this.#bytesPerSample, (offset + part) * this.#bytesPerSample),
    );
  }

  /** Discards the audio before the index. */
  dropBefore(index: TapeIndex): void {
    this.#start = Math.min(this.#end, Math.max(this.#start, index));
  }

  /** Returns a copy of the audio of an interval that is kept. */
  read(from: TapeIndex, to: TapeIndex): Uint8Array {
    const bytes = new Uint8Array((to - from) * this.#bytesPerSample);
    const offset = from % this.#capacity;
    const first = Math.min(to - from, this.#capacity - offset);
    const unit = this.#bytesPerSample;
    bytes.set(this.#ring.subarray(offset * unit, (offset + first) * unit));
    bytes.set(this.#ring.subarray(0, (to - from - first) * unit), first * unit);
    return bytes;
  }

  /** Returns the media clock of a sample. */
  mediaMsAt(index: TapeIndex): number {
    const anchor = this.#anchors.findLast((candidate) => candidate.index <= index) ?? this.#anchors[0];
    return anchor === undefined ? 0 : anchor.atMs + (index - anchor.index) / this.#samplesPerMs;
  }

  #addAnchor(atMs: number): void {
    this.#anchors.push({ index: this.#end, atMs });
    if (this.#anchors.length > maxAnchors) this.#anchors.shift();
  }

  /** Calls `fill` with the offset in the ring, the length and the position in the source of each contiguous part. */
  #write(count: number, fill: (offset: number, count: number, from: number) => void): void {
    let written = 0;
    while (written < count) {
      const offset = this.#end % this.#capacity;
      const part = Math.min(count - written, this.#capacity - offset);
      fill(offset, part, written);
      written += part;
      this.#end += part;
    }
    this.#start = Math.max(this.#start, this.#end - this.#capacity);
  }

  /** The samples of a µ-law leg get the codes that the leg received, see `g711.ts`. */
  #encode(samples: Int16Array, offset: number, count: number, from: number): void {
    const part = samples.subarray(from, from + count);
    if (this.#encoding === 'mulaw') {
      encodeUlaw(part, this.#ring, count, 0, offset);
      return;
    }
    const view = new DataView(this.#ring.buffer, offset * 2, count * 2);
    for (let i = 0; i < count; i++) view.setInt16(2 * i, part[i]!, true);
  }
}
