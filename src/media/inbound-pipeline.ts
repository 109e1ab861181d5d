import { DtmfDetector } from '../audio/dtmf-detector.ts';
import { levelDbfs } from '../audio/level.ts';
import type { VoiceActivityDetector } from '../audio/voice-activity.ts';
import {
  positionDistance,
  eventKind,
  frameMs,
  frameSamples,
  inboundRingFrames,
  wordIndex,
  type CallMemory,
} from './call-memory.ts';
import { SpeechTracker } from './speech-tracker.ts';
import type { ReportEvent } from './playout.ts';

/**
 * Processes every frame of the receive path, also silence while no packets arrive: emits speech events and in-band
 * DTMF, and passes the audio to the main thread.
 */
export class InboundPipeline {
  readonly #memory: CallMemory;
  readonly #detector: VoiceActivityDetector;
  readonly #speech = new SpeechTracker();
  readonly #report: ReportEvent;
  readonly #onChunkReady: () => void;
  #dtmf: DtmfDetector | undefined;
  #atMs = 0;

  constructor(
    memory: CallMemory,
    detector: VoiceActivityDetector,
    report: ReportEvent,
    chunkReady: () => void,
  ) {
    this.#memory = memory;
    this.#detector = detector;
    this.#report = report;
    this.#onChunkReady = chunkReady;
  }

  /** Enables or disables the detection of in-band DTMF. */
  detectInBandDigits(on: boolean): void {
    if (!on) this.#dtmf = undefined;
    else
      this.#dtmf ??= new DtmfDetector(
        () => {},
        (digit, durationMs) => this.#reportDigit(digit, durationMs),
      );
  }

  /** Processes one frame that starts at media time `atMs`. */
  push(frame: Int16Array, atMs: number): void {
    this.#atMs = atMs;
    this.#trackSpeech(frame, atMs);
    this.#dtmf?.push(frame);
    this.#writeFrame(frame, atMs);
  }

  close(): void {
    this.#detector.close();
  }

  #trackSpeech(frame: Int16Array, atMs: number): void {
    const change = this.#speech.push(this.#detector.isSpeech(frame), levelDbfs(frame), atMs);
    if (change === 'started') this.#report(eventKind.speechStarted, this.#speech.changedAtMs, 0);
    if (change === 'stopped') this.#report(eventKind.speechStopped, this.#speech.changedAtMs, atMs + frameMs);
  }

  #reportDigit(digit: string, durationMs: number): void {
    const startedMs = Math.max(0, this.#atMs - durationMs);
    this.#report(eventKind.digitPressed, startedMs, durationMs * 256 + digit.charCodeAt(0));
  }

  #writeFrame(frame: Int16Array, atMs: number): void {
    const { words, inbound, inboundClock } = this.#memory;
    const chunkFrames = Atomics.load(words, wordIndex.chunkFrames);
    if (chunkFrames === 0) return;
    const written = words[wordIndex.inboundWritten]!;
    const pendingFrames = positionDistance(Atomics.load(words, wordIndex.inboundRead), written);
    if (pendingFrames >= inboundRingFrames) {
      words[wordIndex.inboundDroppedFrames]! += 1;
      return;
    }
    const slot = written & (inboundRingFrames - 1);
    inbound.set(frame, slot * frameSamples);
    inboundClock[slot] = atMs / frameMs;
    Atomics.store(words, wordIndex.inboundWritten, written + 1);
    if (pendingFrames + 1 >= chunkFrames) this.#onChunkReady();
  }
}
