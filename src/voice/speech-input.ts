import type { Clock, Timer } from '../core/clock.ts';
import { Emitter } from '../core/emitter.ts';
import type { Expectation } from '../core/expectation.ts';
import type { LegAudio, LegAudioEvent } from '../contracts/leg-audio.ts';
import type {
  PhraseMatch,
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '../contracts/speech-to-text.ts';
import { PauseProfile } from './pause-profile.ts';
import { TurnTranscript } from './turn-transcript.ts';
import {
  requiredSilenceMs,
  turnEndStrategies,
  type AnswerKind,
  type TurnEndStrategy,
  type TurnSettings,
} from './turn-end.ts';

/** The longest turn by kind of answer. A longer turn is ended, since it may be a radio or line noise. */
const maxTurnMs: Record<AnswerKind, number> = { short: 15_000, segmented: 20_000, open: 45_000 };
/** The longest wait for the final transcript of a turn. After it, the last partial transcript is used. */
const transcriptTimeoutMs = 2_000;
/** If the caller speaks again within this time after the last speech of an ended turn, end-of-turn detection was too early. */
const prematureTurnEndMs = 1_000;
/** How many times a failed recognition stream is reopened before recognition counts as failed. */
const maxStreamReopens = 3;
/** Recognition counts as failed after this time without a transcript, if at least two turns timed out. */
const recognitionFailureAfterMs = 10_000;

/** One turn of the caller. Times are on the leg's media clock. */
export interface CallerTurn {
  readonly text: string;
  readonly match: PhraseMatch | undefined;
  /** 0 to 1. */
  readonly confidence: number;
  readonly rejected: boolean;
  readonly startMs: number;
  /** When the caller stopped speaking. */
  readonly endMs: number;
  /** When end-of-turn detection ended the turn. */
  readonly decidedAtMs: number;
  /** When its final transcript arrived or was no longer awaited. */
  readonly transcribedAtMs: number;
}

export type SpeechInputEvent =
  | { readonly type: 'speech-started'; readonly atMs: number }
  | {
      readonly type: 'partial-transcript';
      readonly text: string;
      readonly match: PhraseMatch | undefined;
      readonly atMs: number;
    }
  | { readonly type: 'speech-stopped'; readonly atMs: number }
  /** The sound continues, but the recogniser ended the turn, or the turn has its longest duration. */
  | { readonly type: 'speech-cut-off'; readonly atMs: number }
  /** Emitted exactly once for each started turn; the text is empty if nothing was recognised. */
  | { readonly type: 'turn-ended'; readonly turn: CallerTurn }
  /** The recogniser failed or timed out on a turn without any transcript; its `turn-ended` follows. */
  | { readonly type: 'turn-lost'; readonly atMs: number }
  | { readonly type: 'recognition-failed'; readonly error: Error };

/** quiet → speaking ⇄ pausing → transcribing → quiet. In `transcribing`, the turn has ended and its final transcript has not arrived. */
type SpeechInputState = 'quiet' | 'speaking' | 'pausing' | 'transcribing';

export interface SpeechInputOptions {
  readonly clock: Clock;
  readonly audio: LegAudio;
  readonly recogniser: SpeechToText;
  readonly stream: SpeechToTextOptions;
  readonly settings: TurnSettings;
  /** Receives errors of listeners. */
  readonly onInternalError: (error: unknown) => void;
}

/** Recognises the caller's speech and detects the end of each turn. */
export class SpeechInput {
  readonly #options: SpeechInputOptions;
  readonly #emitter: Emitter<SpeechInputEvent>;
  readonly #pauseProfile: PauseProfile;
  readonly #strategies: readonly TurnEndStrategy[];
  #stream: SpeechToTextStream;
  #streamReopens = 0;
  /** Start of the first turn in a row without a final transcript; undefined if the last transcript arrived in time. */
  #transcriptsLostSinceMs: number | undefined;
  #state: SpeechInputState = 'quiet';
  #turnEndTimer: Timer | undefined;
  #maxTurnTimer: Timer | undefined;
  #expectation: Expectation = { id: 'nothing', phrases: [], forms: [] };
  #answerKind: AnswerKind = 'open';
  #transcript = new TurnTranscript();
  #startMs = 0;
  #silentSinceMs = 0;
  #decidedAtMs = 0;
  #providerEnded = false;
  /** Speech that started before the transcript of the previous turn arrived. */
  #pendingSpeech: { startMs: number; stopMs: number | undefined } | undefined;
  #isClosed = false;

  constructor(options: SpeechInputOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.onInternalError);
    const { minSilenceMs: minMs, maxSilenceMs: maxMs } = options.settings;
    this.#pauseProfile = new PauseProfile({ minMs, maxMs });
    this.#strategies = turnEndStrategies(options.settings, this.#pauseProfile);
    this.#stream = this.#open();
  }

  on(listener: (event: SpeechInputEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  get state(): SpeechInputState {
    return this.#state;
  }

  /** Whether a turn of the caller is in progress. */
  get isInTurn(): boolean {
    return this.#state !== 'quiet';
  }

  /** The capabilities of the recogniser that is used now. */
  get capabilities(): SpeechToTextCapabilities {
    return this.#stream.capabilities ?? this.#options.recogniser.capabilities;
  }

  /** Sets the expected speech and the kind of answer. */
  expect(expectation: Expectation, answerKind: AnswerKind): void {
    this.#expectation = expectation;
    this.#answerKind = answerKind;
    this.#stream.expect(expectation);
  }

  /** Processes an audio event of the leg. */
  handleAudioEvent(event: LegAudioEvent): void {
    if (this.#isClosed) return;
    if (event.type === 'audio') this.#stream.pushAudio(event.samples, event.atMs);
    else if (event.type === 'speech-started') this.#onSpeechStarted(event.atMs);
    else if (event.type === 'speech-stopped') this.#onSpeechStopped(event.atMs);
  }

  /** Ends the turn in progress with the words recognised so far: a caller may hang up in the middle of a sentence. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#clearTimers();
    this.#stream.close();
    if (this.#state === 'quiet') return;
    this.#transcript.leaveUnconfirmed();
    if (this.#state === 'speaking') this.#silentSinceMs = this.#options.audio.nowMs;
    this.#decidedAtMs = this.#options.audio.nowMs;
    this.#endTurn();
  }

  #open(): SpeechToTextStream {
    const stream = this.#options.recogniser.open(this.#options.stream);
    stream.on((event) => {
      if (stream !== this.#stream || this.#isClosed) return;
      try {
        this.#onRecogniserEvent(event);
      } catch (error) {
        this.#options.onInternalError(error);
      }
    });
    return stream;
  }

  #onRecogniserEvent(event: SpeechToTextEvent): void {
    switch (event.type) {
      case 'transcript-delta':
        return this.#onPartial(event.text, event.match, event.atMs);
      case 'transcript-ended':
        return this.#onFinal(event);
      case 'turn-ended':
        this.#providerEnded = true;
        return this.#rescheduleTurnEnd();
      case 'turn-likely-ended':
      case 'turn-resumed':
        return undefined;
      case 'stream-failed':
        return event.recoverable ? undefined : this.#onStreamFailed(event.error);
    }
  }

  #onPartial(text: string, match: PhraseMatch | undefined, atMs: number): void {
    if (text === '' || this.#state === 'transcribing') return;
    if (this.#state === 'quiet') this.#startTurnWithoutVad(atMs);
    const transcript = this.#transcript;
    transcript.addPartial(text, match, this.#expectation);
    this.#emitter.emit({
      type: 'partial-transcript',
      text: transcript.text,
      match: transcript.match,
      atMs,
    });
    this.#rescheduleTurnEnd();
  }

  #onFinal(event: Extract<SpeechToTextEvent, { type: 'transcript-ended' }>): void {
    this.#transcriptsLostSinceMs = undefined;
    if (event.text !== '' && this.#state === 'quiet') this.#startTurnWithoutVad(event.startMs);
    this.#transcript.addFinal(event, this.#expectation);
    if (this.#state === 'transcribing') this.#endTurn();
    else this.#rescheduleTurnEnd();
  }

  /** Starts a turn for speech that was too quiet for the voice activity detector. */
  #startTurnWithoutVad(atMs: number): void {
    this.#onSpeechStarted(atMs);
    this.#onSpeechStopped(this.#options.audio.nowMs);
  }

  #onSpeechStarted(atMs: number): void {
    if (this.#state === 'transcribing') {
      this.#pendingSpeech ??= { startMs: atMs, stopMs: undefined };
      this.#pendingSpeech.stopMs = undefined;
      return;
    }
    if (this.#state === 'pausing') this.#pauseProfile.addPause(atMs - this.#silentSinceMs);
    if (this.#state === 'quiet') this.#startTurn(atMs);
    this.#turnEndTimer?.cancel();
    this.#state = 'speaking';
    this.#providerEnded = false;
    this.#emitter.emit({ type: 'speech-started', atMs });
  }

  #startTurn(atMs: number): void {
    const gapMs = atMs - this.#silentSinceMs;
    if (this.#decidedAtMs > 0 && gapMs < prematureTurnEndMs) this.#pauseProfile.addPause(gapMs);
    this.#startMs = atMs;
    this.#transcript = new TurnTranscript();
    this.#maxTurnTimer = this.#options.clock.after(maxTurnMs[this.#answerKind], () =>
      this.#requestTranscript(),
    );
  }

  #onSpeechStopped(atMs: number): void {
    if (this.#pendingSpeech !== undefined) this.#pendingSpeech.stopMs = atMs;
    if (this.#state !== 'speaking') return;
    this.#state = 'pausing';
    this.#silentSinceMs = atMs;
    this.#rescheduleTurnEnd();
    this.#emitter.emit({ type: 'speech-stopped', atMs });
  }

  /** Recomputes how long the pause must last until the turn ends. */
  #rescheduleTurnEnd(): void {
    if (this.#state === 'speaking' && this.#providerEnded) this.#cutOffSpeech('pausing');
    if (this.#state !== 'pausing') return;
    const turn = {
      text: this.#transcript.text,
      match: this.#transcript.match,
      expectation: this.#expectation,
      answerKind: this.#answerKind,
      providerEnded: this.#providerEnded,
      openVocabulary: this.capabilities.openVocabulary,
    };
    const silenceMs = requiredSilenceMs(turn, this.#strategies, this.#options.settings.maxSilenceMs);
    const elapsedMs = this.#options.audio.nowMs - this.#silentSinceMs;
    this.#turnEndTimer?.cancel();
    this.#turnEndTimer = this.#options.clock.after(Math.max(0, silenceMs - elapsedMs), () =>
      this.#requestTranscript(),
    );
  }

  #cutOffSpeech(next: 'pausing' | 'transcribing'): void {
    const { nowMs } = this.#options.audio;
    this.#silentSinceMs = nowMs;
    this.#state = next;
    this.#emitter.emit({ type: 'speech-cut-off', atMs: nowMs });
  }

  #requestTranscript(): void {
    this.#clearTimers();
    if (this.#state === 'speaking') this.#cutOffSpeech('transcribing');
    this.#state = 'transcribing';
    this.#decidedAtMs = this.#options.audio.nowMs;
    if (this.#providerEnded && this.#transcript.isFinal) {
      this.#endTurn();
      return;
    }
    this.#turnEndTimer = this.#options.clock.after(transcriptTimeoutMs, () => this.#onTranscriptMissing());
    this.#stream.finalize();
  }

  #onTranscriptMissing(): void {
    this.#transcript.leaveUnconfirmed();
    // With a closed vocabulary, only a final result has a reliable confidence.
    if (!this.capabilities.openVocabulary) this.#transcript.reject();
    this.#stream.discard();
    const isFirst = this.#transcriptsLostSinceMs === undefined;
    this.#transcriptsLostSinceMs ??= this.#startMs;
    const lostForMs = this.#options.audio.nowMs - this.#transcriptsLostSinceMs;
    if (this.#transcript.text === '') this.#emitter.emit({ type: 'turn-lost', atMs: this.#startMs });
    this.#endTurn();
    if (isFirst || lostForMs < recognitionFailureAfterMs) return;
    const error = new Error('The recogniser did not return the transcripts of several turns in time.');
    this.#emitter.emit({ type: 'recognition-failed', error });
  }

  #endTurn(): void {
    this.#clearTimers();
    const turn: CallerTurn = {
      text: this.#transcript.text,
      match: this.#transcript.match,
      confidence: this.#transcript.confidence,
      rejected: this.#transcript.isRejected,
      startMs: this.#startMs,
      endMs: this.#silentSinceMs,
      decidedAtMs: this.#decidedAtMs,
      transcribedAtMs: this.#options.audio.nowMs,
    };
    this.#state = 'quiet';
    this.#transcript = new TurnTranscript();
    this.#providerEnded = false;
    this.#emitter.emit({ type: 'turn-ended', turn });
    this.#resumePendingSpeech();
  }

  #resumePendingSpeech(): void {
    const pending = this.#pendingSpeech;
    this.#pendingSpeech = undefined;
    if (pending === undefined || this.#isClosed) return;
    this.#onSpeechStarted(pending.startMs);
    if (pending.stopMs !== undefined) this.#onSpeechStopped(pending.stopMs);
  }

  #onStreamFailed(error: Error): void {
    this.#stream.close();
    this.#streamReopens += 1;
    if (this.#streamReopens <= maxStreamReopens) {
      this.#stream = this.#open();
      this.#stream.expect(this.#expectation);
    }
    if (this.#state === 'transcribing') this.#onTranscriptMissing();
    if (this.#streamReopens > maxStreamReopens) this.#emitter.emit({ type: 'recognition-failed', error });
  }

  #clearTimers(): void {
    this.#turnEndTimer?.cancel();
    this.#maxTurnTimer?.cancel();
  }
}
