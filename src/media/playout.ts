import {
  positionDistance,
  eventKind,
  frameSamples,
  playoutRingSamples,
  samplesPerMs,
  wordIndex,
  type CallMemory,
} from './call-memory.ts';

const ringMask = playoutRingSamples - 1;

/** Reports an event to the main thread. `value` is the second number of the event; see `eventKind`. */
export type ReportEvent = (kind: number, atMs: number, value: number) => void;

/**
 * The worker's side of the playback ring: reads one frame at a time, and reports when playback starts, drains and is
 * cleared.
 */
export class Playout {
  readonly #memory: CallMemory;
  readonly #report: ReportEvent;
  readonly #requestRefill: () => void;
  #clears = 0;
  /** Whether the next frame starts a new playback. */
  #idle = true;

  /** `requestRefill` is called when half of the ring is free and the main thread holds more samples. */
  constructor(memory: CallMemory, report: ReportEvent, requestRefill: () => void) {
    this.#memory = memory;
    this.#report = report;
    this.#requestRefill = requestRefill;
  }

  /**
   * Applies a pending clear. Called every frame, sent or not, so that a clear is confirmed within 20 ms even on hold.
   */
  applyClear(atMs: number): void {
    const { words } = this.#memory;
    const clears = Atomics.load(words, wordIndex.clears);
    if (clears === this.#clears) return;
    this.#clears = clears;
    const clearedTo = Atomics.load(words, wordIndex.clearedTo);
    if (positionDistance(words[wordIndex.consumed]!, clearedTo) > 0)
      Atomics.store(words, wordIndex.consumed, clearedTo);
    this.#idle = true;
    this.#report(eventKind.playoutCleared, atMs, this.#playedMs());
    this.#requestRefillIfLow();
  }

  /**
   * Fills `frame` with the next 20 ms, padded with zeros. Returns false and leaves `frame` unchanged if nothing is
   * queued or playback is paused.
   */
  next(frame: Int16Array, atMs: number): boolean {
    const { words } = this.#memory;
    if (Atomics.load(words, wordIndex.paused) === 1) return false;
    const count = Math.min(frameSamples, this.#available());
    if (count <= 0) return false;
    this.#copy(frame, count);
    Atomics.store(words, wordIndex.consumed, words[wordIndex.consumed]! + count);
    Atomics.store(words, wordIndex.played, words[wordIndex.played]! + count);
    this.#reportProgress(atMs);
    return true;
  }

  #available(): number {
    const { words } = this.#memory;
    return positionDistance(words[wordIndex.consumed]!, Atomics.load(words, wordIndex.queued));
  }

  #copy(frame: Int16Array, count: number): void {
    const { playout, words } = this.#memory;
    const consumed = words[wordIndex.consumed]!;
    for (let i = 0; i < count; i++) frame[i] = playout[(consumed + i) & ringMask]!;
    if (count < frameSamples) frame.fill(0, count);
  }

  #reportProgress(atMs: number): void {
    if (this.#idle) this.#report(eventKind.playoutStarted, atMs, this.#playedMs());
    this.#idle = false;
    this.#requestRefillIfLow();
    if (this.#available() > 0 || Atomics.load(this.#memory.words, wordIndex.backlog) === 1) return;
    this.#idle = true;
    this.#report(eventKind.playoutDrained, atMs + 20, this.#playedMs());
  }

  #requestRefillIfLow(): void {
    if (
      Atomics.load(this.#memory.words, wordIndex.backlog) === 1 &&
      this.#available() < playoutRingSamples / 2
    )
      this.#requestRefill();
  }

  #playedMs(): number {
    return Math.round((this.#memory.words[wordIndex.played]! >>> 0) / samplesPerMs);
  }
}
