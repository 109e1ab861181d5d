import type { LegAudio, LegAudioEvent, LegAudioStats } from '../contracts/leg-audio.ts';
import {
  positionDistance,
  eventKind,
  frameMs,
  frameSamples,
  playoutRingSamples,
  readEvents,
  samplesPerMs,
  inboundRingFrames,
  wordIndex,
  type CallMemory,
} from './call-memory.ts';
import { mediaSampleRate, type AudioCodec } from './media-port.ts';

const ringMask = playoutRingSamples - 1;
/** Ten minutes: longer than any prompt. Further audio is dropped. */
const maxBacklogSamples = 600 * 1000 * samplesPerMs;

export interface AudioCommands {
  /**
   * Queues digits. `pauseMs` is a pause before the next digit that is sent: the first of `digits`, or the next queued
   * digit if the queue is not empty.
   */
  sendDigits(digits: string, pauseMs: number): void;
  record(path: string): void;
}

/** The audio of a leg on the main thread, exchanged with its media worker over the rings in `CallMemory`. */
export class RingAudio implements LegAudio {
  readonly sampleRate = mediaSampleRate;
  codec: AudioCodec = 'PCMU';
  readonly #memory: CallMemory;
  readonly #words: Int32Array;
  readonly #commands: AudioCommands;
  readonly #emit: (event: LegAudioEvent) => void;
  /** Samples that did not fit into the ring, oldest first. */
  #backlog: Int16Array[] = [];
  #backlogSamples = 0;
  #closed = false;

  constructor(memory: CallMemory, commands: AudioCommands, emit: (event: LegAudioEvent) => void) {
    this.#memory = memory;
    this.#words = memory.words;
    this.#commands = commands;
    this.#emit = emit;
  }

  get playedMs(): number {
    return (Atomics.load(this.#words, wordIndex.played) >>> 0) / samplesPerMs;
  }

  get queuedMs(): number {
    const consumed = Atomics.load(this.#words, wordIndex.consumed);
    const clearedTo = this.#words[wordIndex.clearedTo]!;
    const from = positionDistance(consumed, clearedTo) > 0 ? clearedTo : consumed;
    const inRing = positionDistance(from, this.#words[wordIndex.queued]!);
    return (inRing + this.#backlogSamples) / samplesPerMs;
  }

  get nowMs(): number {
    return (Atomics.load(this.#words, wordIndex.frames) >>> 0) * frameMs;
  }

  play(samples: Int16Array): void {
    if (this.#closed || samples.length === 0) return;
    const written = this.#backlogSamples === 0 ? this.#writeSamples(samples, 0) : 0;
    if (written === samples.length) return;
    const capacity = maxBacklogSamples - this.#backlogSamples;
    const remaining = samples.slice(written, written + capacity);
    this.#backlog.push(remaining);
    this.#backlogSamples += remaining.length;
    Atomics.store(this.#words, wordIndex.backlog, 1);
  }

  clear(): void {
    this.#backlog = [];
    this.#backlogSamples = 0;
    Atomics.store(this.#words, wordIndex.backlog, 0);
    Atomics.store(this.#words, wordIndex.clearedTo, this.#words[wordIndex.queued]!);
    Atomics.add(this.#words, wordIndex.clears, 1);
  }

  pause(): void {
    Atomics.store(this.#words, wordIndex.paused, 1);
  }

  resume(): void {
    Atomics.store(this.#words, wordIndex.paused, 0);
  }

  lower(isLowered: boolean): void {
    Atomics.store(this.#words, wordIndex.lowered, isLowered ? 1 : 0);
  }

  sendDigits(digits: string, pauseMs = 0): void {
    if (!this.#closed) this.#commands.sendDigits(digits, Math.min(Math.max(0, pauseMs), 60_000));
  }

  /** Throws `RangeError` unless `chunkMs` is a multiple of 20 from 0 to 1,000. */
  listen(chunkMs: number): void {
    if (chunkMs % frameMs !== 0 || chunkMs < 0 || chunkMs > 1000)
      throw new RangeError('chunkMs must be a multiple of 20 from 0 to 1,000');
    Atomics.store(this.#words, wordIndex.inboundRead, Atomics.load(this.#words, wordIndex.inboundWritten));
    Atomics.store(this.#words, wordIndex.chunkFrames, chunkMs / frameMs);
  }

  record(path: string): void {
    if (!this.#closed) this.#commands.record(path);
  }

  muteRecording(muted: boolean): void {
    Atomics.store(this.#words, wordIndex.recordingMuted, muted ? 1 : 0);
  }

  stats(): LegAudioStats {
    const words = this.#words;
    const roundTrip = words[wordIndex.roundTripMicroseconds]!;
    return {
      packetsSent: words[wordIndex.packetsSent]!,
      packetsReceived: words[wordIndex.packetsReceived]!,
      packetsLost: words[wordIndex.packetsLost]!,
      framesConcealed: words[wordIndex.framesConcealed]!,
      jitterMs: words[wordIndex.jitterTicks]! / samplesPerMs,
      receiveDelayMs: words[wordIndex.receiveDelayMs]!,
      roundTripMs: roundTrip < 0 ? undefined : roundTrip / 1000,
      codec: this.codec,
      inboundDroppedMs: words[wordIndex.inboundDroppedFrames]! * frameMs,
    };
  }

  /** Refills the playback ring and delivers chunks and events. Called when the worker has marked the call as ready. */
  poll(): void {
    if (this.#closed) return;
    this.#refill();
    this.#deliverChunks();
    readEvents(this.#memory, (kind, atMs, value) => this.#deliver(kind, atMs, value));
  }

  /** Stops queueing samples and delivering events. */
  close(): void {
    this.#closed = true;
    this.#backlog = [];
    this.#backlogSamples = 0;
  }

  /** Copies samples from index `from` on into the ring until it is full. Returns how many were copied. */
  #writeSamples(samples: Int16Array, from: number): number {
    const { playout } = this.#memory;
    const queued = this.#words[wordIndex.queued]!;
    const filled = positionDistance(Atomics.load(this.#words, wordIndex.consumed), queued);
    const count = Math.min(samples.length - from, playoutRingSamples - filled);
    const offset = queued & ringMask;
    const countToEnd = Math.min(count, playoutRingSamples - offset);
    playout.set(samples.subarray(from, from + countToEnd), offset);
    playout.set(samples.subarray(from + countToEnd, from + count), 0);
    Atomics.store(this.#words, wordIndex.queued, queued + count);
    return count;
  }

  #refill(): void {
    while (this.#backlog.length > 0) {
      const oldest = this.#backlog[0]!;
      const written = this.#writeSamples(oldest, 0);
      this.#backlogSamples -= written;
      if (written < oldest.length) {
        this.#backlog[0] = oldest.subarray(written);
        return;
      }
      this.#backlog.shift();
    }
    Atomics.store(this.#words, wordIndex.backlog, 0);
  }

  #deliverChunks(): void {
    const chunkFrames = this.#words[wordIndex.chunkFrames]!;
    if (chunkFrames === 0) return;
    for (;;) {
      const read = this.#words[wordIndex.inboundRead]!;
      if (positionDistance(read, Atomics.load(this.#words, wordIndex.inboundWritten)) < chunkFrames) return;
      const samples = new Int16Array(chunkFrames * frameSamples);
      for (let i = 0; i < chunkFrames; i++) this.#copyFrame(read + i, samples, i * frameSamples);
      const atMs = this.#memory.inboundClock[read & (inboundRingFrames - 1)]! * frameMs;
      Atomics.store(this.#words, wordIndex.inboundRead, read + chunkFrames);
      this.#emit({ type: 'audio', atMs, samples });
      if (this.#words[wordIndex.chunkFrames] !== chunkFrames) return;
    }
  }

  #copyFrame(number: number, target: Int16Array, offset: number): void {
    const start = (number & (inboundRingFrames - 1)) * frameSamples;
    target.set(this.#memory.inbound.subarray(start, start + frameSamples), offset);
  }

  #deliver(kind: number, atMs: number, value: number): void {
    const event = eventOf(kind, atMs, value);
    if (event !== undefined) this.#emit(event);
  }
}

function eventOf(kind: number, atMs: number, value: number): LegAudioEvent | undefined {
  switch (kind) {
    case eventKind.speechStarted:
      return { type: 'speech-started', atMs };
    case eventKind.speechStopped:
      return { type: 'speech-stopped', atMs, detectedAtMs: value };
    case eventKind.digitPressed:
      return {
        type: 'digit-pressed',
        digit: String.fromCharCode(value & 255),
        atMs,
        durationMs: value >> 8,
      };
    case eventKind.playoutStarted:
      return { type: 'playout-started', atMs, playedMs: value };
    case eventKind.playoutDrained:
      return { type: 'playout-drained', atMs, playedMs: value };
    case eventKind.playoutCleared:
      return { type: 'playout-cleared', atMs, playedMs: value };
    case eventKind.digitsSent:
      return { type: 'digits-sent', atMs };
    case eventKind.mediaTimedOut:
      return { type: 'media-timed-out', atMs };
    default:
      return undefined;
  }
}
