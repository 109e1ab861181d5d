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
/** 5 ms: a cut without a fade is audible as a click. */
const fadeSamples = 5 * samplesPerMs;
/** Factor of lowered playback: -12 dB. */
const loweredGain = 0.25;

/** Reports an event to the main thread. `value` is the second number of the event; see `eventKind`. */
export type ReportEvent = (kind: number, atMs: number, value: number) => void;

/**
 * The worker's side of the playback ring: reads one frame at a time, and reports when playback starts, drains and is
 * cleared. Playback that is paused, cleared or lowered fades within 5 ms, and fades in after a pause.
 */
export class Playout {
  readonly #memory: CallMemory;
  readonly #report: ReportEvent;
  readonly #requestRefill: () => void;
  #clears = 0;
  /** Whether the next frame starts a new playback. */
  #idle = true;
  #isPaused = false;
  #gain = 1;
  /** The samples after a cut, fading to zero. They are part of the next frame. */
  readonly #tail = new Int16Array(fadeSamples);
  #tailLength = 0;

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
    if (!this.#idle && !this.#isPaused)
      this.#fadeOut(positionDistance(words[wordIndex.consumed]!, clearedTo));
    if (positionDistance(words[wordIndex.consumed]!, clearedTo) > 0)
      Atomics.store(words, wordIndex.consumed, clearedTo);
    this.#idle = true;
    this.#isPaused = false;
    this.#report(eventKind.playoutCleared, atMs, this.#playedMs());
    this.#requestRefillIfLow();
  }

  /**
   * Fills `frame` with the next 20 ms, padded with zeros. Returns false and leaves `frame` unchanged if nothing is
   * queued or playback is paused, and no fade is due.
   */
  next(frame: Int16Array, atMs: number): boolean {
    const { words } = this.#memory;
    const isPaused = Atomics.load(words, wordIndex.paused) === 1;
    if (isPaused && !this.#isPaused && !this.#idle) this.#fadeOut(this.#available());
    const count = isPaused ? 0 : Math.min(frameSamples, this.#available());
    if (count <= 0) return this.#playTail(frame, isPaused);
    this.#copy(frame, count);
    this.#applyGain(frame);
    if (this.#isPaused) fadeIn(frame);
    this.#isPaused = false;
    this.#addTail(frame);
    Atomics.store(words, wordIndex.consumed, words[wordIndex.consumed]! + count);
    Atomics.store(words, wordIndex.played, words[wordIndex.played]! + count);
    this.#reportProgress(atMs);
    return true;
  }

  #playTail(frame: Int16Array, isPaused: boolean): boolean {
    if (isPaused) this.#isPaused = !this.#idle;
    if (this.#tailLength === 0) return false;
    frame.fill(0);
    this.#addTail(frame);
    return true;
  }

  /** Copies up to 5 ms of the samples that would have been played next. Does not count them as played. */
  #fadeOut(available: number): void {
    const { playout, words } = this.#memory;
    const consumed = words[wordIndex.consumed]!;
    this.#tailLength = Math.max(0, Math.min(fadeSamples, available));
    for (let i = 0; i < this.#tailLength; i++)
      this.#tail[i] = playout[(consumed + i) & ringMask]! * this.#gain * (1 - (i + 1) / (fadeSamples + 1));
  }

  #applyGain(frame: Int16Array): void {
    const isLowered = Atomics.load(this.#memory.words, wordIndex.lowered) === 1;
    const to = isLowered ? loweredGain : 1;
    // Only sound that is playing changes its level gradually.
    const from = this.#idle ? to : this.#gain;
    this.#gain = to;
    if (from === 1 && to === 1) return;
    for (let i = 0; i < frame.length; i++)
      frame[i] = frame[i]! * (from + (to - from) * Math.min(1, i / fadeSamples));
  }

  #addTail(frame: Int16Array): void {
    for (let i = 0; i < this.#tailLength; i++)
      frame[i] = Math.max(-32_768, Math.min(32_767, frame[i]! + this.#tail[i]!));
    this.#tailLength = 0;
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

/** Resumes playback without a click. */
function fadeIn(frame: Int16Array): void {
  for (let i = 0; i < fadeSamples; i++) frame[i] = frame[i]! * ((i + 1) / (fadeSamples + 1));
}
