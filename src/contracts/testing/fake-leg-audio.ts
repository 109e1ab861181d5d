import type { SampleRate } from '../../audio/sample-rate.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import type { LegAudio, LegAudioEvent, LegAudioStats, LegRecordingFault } from '../leg-audio.ts';

const frameMs = 20;

/** An interval of continuous playout, on the media clock. */
export interface PlayedInterval {
  readonly fromMs: number;
  toMs: number;
}

/** Implements `LegAudio` without a network: plays queued audio in frames of 20 ms on the given clock, from `start` to `stop`. */
export class FakeLegAudio implements LegAudio {
  readonly sampleRate: SampleRate;
  readonly #samplesPerMs: number;
  readonly #clock: Clock;
  readonly #emit: (event: LegAudioEvent) => void;
  #timer: Timer | undefined;
  #frames = 0;
  #queuedSamples = 0;
  #playedSamples = 0;
  #paused = false;
  #lowered = false;
  #idle = true;
  #cleared = false;
  #chunkMs = 0;
  #remainingDigitsMs = 0;
  #recordingPath: string | undefined;
  /** Intervals in which audio was played. */
  readonly playedIntervals: PlayedInterval[] = [];
  /** Intervals in which the recording was muted, on the media clock; the last one is open while muted. */
  readonly mutedIntervals: { readonly fromMs: number; toMs: number | undefined }[] = [];
  /** Start of the recording, on the media clock. */
  recordedFromMs: number | undefined;
  receiveDelayMs = 0;
  /** All digits that were sent. */
  digitsSent = '';

  constructor(clock: Clock, emit: (event: LegAudioEvent) => void, sampleRate: SampleRate = 8000) {
    this.sampleRate = sampleRate;
    this.#samplesPerMs = sampleRate / 1000;
    this.#clock = clock;
    this.#emit = emit;
  }

  get playedMs(): number {
    return this.#playedSamples / this.#samplesPerMs;
  }

  get queuedMs(): number {
    return this.#queuedSamples / this.#samplesPerMs;
  }

  get nowMs(): number {
    return this.#frames * frameMs;
  }

  /** Intervals in which audio was played lowered, on the media clock. */
  readonly loweredIntervals: PlayedInterval[] = [];

  get paused(): boolean {
    return this.#paused;
  }

  start(): void {
    this.#timer ??= this.#clock.after(frameMs, () => this.#tick());
  }

  /** Ends the media and the recording. */
  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    const path = this.#recordingPath;
    this.#recordingPath = undefined;
    if (path !== undefined) this.#emit({ type: 'recording-ended', path, durationMs: this.nowMs, lostMs: 0 });
  }

  play(samples: Int16Array): void {
    this.#queuedSamples += samples.length;
  }

  clear(): void {
    this.#queuedSamples = 0;
    this.#cleared = true;
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
  }

  lower(isLowered: boolean): void {
    this.#lowered = isLowered;
  }

  sendDigits(digits: string, pauseMs = 0): void {
    this.digitsSent += digits;
    this.#remainingDigitsMs += digits.length * 200 + pauseMs;
  }

  listen(chunkMs: number): void {
    this.#chunkMs = chunkMs;
  }

  record(path: string): void {
    this.#recordingPath ??= path;
    this.recordedFromMs ??= this.nowMs;
  }

  /** Simulates a disk failure after `durationMs` of recording. */
  failRecording(durationMs: number, fault: LegRecordingFault): void {
    const path = this.#recordingPath;
    this.#recordingPath = undefined;
    if (path !== undefined) this.#emit({ type: 'recording-ended', path, durationMs, lostMs: 0, fault });
  }

  muteRecording(muted: boolean): void {
    const last = this.mutedIntervals.at(-1);
    const isMuted = last !== undefined && last.toMs === undefined;
    if (muted && !isMuted) this.mutedIntervals.push({ fromMs: this.nowMs, toMs: undefined });
    if (!muted && isMuted) last.toMs = this.nowMs;
  }

  stats(): LegAudioStats {
    return {
      packetsSent: this.#frames,
      packetsReceived: this.#frames,
      packetsLost: 0,
      framesConcealed: 0,
      jitterMs: 0,
      receiveDelayMs: this.receiveDelayMs,
      roundTripMs: undefined,
      codec: 'PCMU',
      inboundDroppedMs: 0,
    };
  }

  #tick(): void {
    this.#timer = this.#clock.after(frameMs, () => this.#tick());
    const atMs = this.nowMs;
    this.#frames += 1;
    this.#reportCleared(atMs);
    this.#playFrame(atMs);
    this.#countDownDigits(atMs);
    if (this.#chunkMs > 0 && this.nowMs % this.#chunkMs === 0) this.#emitChunk();
  }

  #reportCleared(atMs: number): void {
    if (!this.#cleared) return;
    this.#cleared = false;
    this.#idle = true;
    this.#emit({ type: 'playout-cleared', atMs, playedMs: this.playedMs });
  }

  #playFrame(atMs: number): void {
    if (this.#paused || this.#queuedSamples === 0) return;
    const samples = Math.min(this.#queuedSamples, frameMs * this.#samplesPerMs);
    this.#queuedSamples -= samples;
    this.#playedSamples += samples;
    recordPlayed(this.playedIntervals, atMs);
    if (this.#lowered) recordPlayed(this.loweredIntervals, atMs);
    if (this.#idle) {
      this.#idle = false;
      this.#emit({ type: 'playout-started', atMs, playedMs: this.playedMs });
    }
    if (this.#queuedSamples > 0) return;
    this.#idle = true;
    this.#emit({ type: 'playout-drained', atMs: this.nowMs, playedMs: this.playedMs });
  }

  #countDownDigits(atMs: number): void {
    if (this.#remainingDigitsMs === 0) return;
    this.#remainingDigitsMs = Math.max(0, this.#remainingDigitsMs - frameMs);
    if (this.#remainingDigitsMs === 0) this.#emit({ type: 'digits-sent', atMs });
  }

  #emitChunk(): void {
    const samples = new Int16Array(this.#chunkMs * this.#samplesPerMs);
    this.#emit({ type: 'audio', atMs: this.nowMs - this.#chunkMs, samples });
  }
}

function recordPlayed(intervals: PlayedInterval[], atMs: number): void {
  const last = intervals.at(-1);
  if (last?.toMs === atMs) last.toMs += frameMs;
  else intervals.push({ fromMs: atMs, toMs: atMs + frameMs });
}
