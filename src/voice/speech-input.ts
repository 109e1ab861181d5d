import { ProviderError } from '../contracts/provider-error.ts';
import type { Clock, Timer } from '../core/clock.ts';
import { Emitter } from '../core/emitter.ts';
import type { Expectation } from '../core/expectation.ts';
import type { LegAudio, LegAudioEvent } from '../contracts/leg-audio.ts';
import type {
  PhraseMatch,
  SpeechToText,
  SpeechToTextEvent,
  SpeechToTextOptions,
} from '../contracts/speech-to-text.ts';
import type { CallerTurn, SpeechInputEvent } from './speech-input-event.ts';
import { isUnfinishedDictation } from './dictation.ts';
import { LostTranscripts, TranscriptWait, TurnTranscript } from './turn-transcript.ts';
import {
  type AnswerKind,
  PauseProfile,
  requiredSilenceMs,
  turnEndStrategies,
  type TurnEndStrategy,
  type TurnSettings,
} from './turn-end.ts';
import { Recognition } from './recognition.ts';

/** The longest turn by kind of answer. A longer turn is ended, since it may be a radio or line noise. */
const maxTurnMs: Record<AnswerKind, number> = { short: 15_000, segmented: 20_000, open: 45_000 };
/** A turn without a transcript counts as speech from this length on. Shorter sounds may be noise. */
const minLostSpeechMs = 400;
/** If the caller speaks again within this time after the last speech of an ended turn, end-of-turn detection was too early. */
const prematureTurnEndMs = 1_000;
/** If sound goes on for this time after the last new word, with shorter pauses than a caller makes, it is noise behind the caller. */
const noNewWordsMs = 3_000;
const minSpeechPauseMs = 500;

/** quiet → speaking ⇄ pausing → transcribing → quiet. In `transcribing`, the turn has ended and its final transcript has not arrived. */
type SpeechInputState = 'quiet' | 'speaking' | 'pausing' | 'transcribing';

export interface SpeechInputOptions {
  readonly clock: Clock;
  readonly audio: LegAudio;
  readonly recogniser: SpeechToText;
  readonly stream: SpeechToTextOptions;
  readonly settings: TurnSettings;
  /** Returns the last words of the agent; empty if it has not spoken. */
  readonly lastPrompt: () => string;
  /** Receives errors of listeners. */
  readonly onInternalError: (error: unknown) => void;
}

/** Recognises the caller's speech and detects the end of each turn. */
export class SpeechInput {
  readonly #options: SpeechInputOptions;
  readonly #emitter: Emitter<SpeechInputEvent>;
  readonly #pauseProfile: PauseProfile;
  readonly #strategies: readonly TurnEndStrategy[];
  readonly #recognition: Recognition;
  readonly #lostTranscripts = new LostTranscripts();
  /** The last failure of a stream; undefined after a transcript. */
  #streamError: Error | undefined;
  #state: SpeechInputState = 'quiet';
  #turnEndTimer: Timer | undefined;
  readonly #transcriptWait: TranscriptWait;
  #maxTurnTimer: Timer | undefined;
  /** Whether the turn has reached its maximum length. */
  #isTooLong = false;
  #noiseTimer: Timer | undefined;
  #expectation: Expectation = { id: 'nothing', phrases: [], forms: [] };
  #answerKind: AnswerKind = 'open';
  #transcript = new TurnTranscript();
  #startMs = 0;
  #silentSinceMs = 0;
  #decidedAtMs = 0;
  #providerEnded = false;
  /** Whether the voice activity detector does not report the speech: it is too quiet, or noise follows it. */
  #isUndetected = false;
  /** Whether the final transcript has arrived, and no speech after it. */
  #isTranscribed = false;
  /** Whether the provider has reported that the turn has probably ended. */
  #isLikelyEnded = false;
  /** Speech that started before the transcript of the previous turn arrived. */
  #pendingSpeech: { startMs: number; stopMs: number | undefined } | undefined;
  #isClosed = false;

  constructor(options: SpeechInputOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.onInternalError);
    const { minSilenceMs: minMs, maxSilenceMs: maxMs } = options.settings;
    this.#pauseProfile = new PauseProfile({ minMs, maxMs });
    this.#strategies = turnEndStrategies(options.settings, this.#pauseProfile);
    this.#transcriptWait = new TranscriptWait({
      clock: options.clock,
      onSlow: () => this.#emitter.emit({ type: 'transcript-slow' }),
      onMissing: () => this.#onTranscriptMissing(),
    });
    this.#recognition = new Recognition({
      ...options,
      onEvent: (event) => this.#onRecogniserEvent(event),
      onStreamLost: (error) => this.#onStreamLost(error),
    });
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

  /** Whether partial transcripts are reliable now. A closed vocabulary finds words in any sound; only its final result has a reliable confidence. */
  get trustsPartials(): boolean {
    const { openVocabulary, partials } = this.#recognition.capabilities;
    return openVocabulary && partials;
  }

  /** Sets the expected speech and the kind of answer. */
  expect(expectation: Expectation, answerKind: AnswerKind): void {
    this.#expectation = expectation;
    this.#answerKind = answerKind;
    this.#recognition.expect(expectation);
  }

  /** Processes an audio event of the leg. */
  handleAudioEvent(event: LegAudioEvent): void {
    if (this.#isClosed) return;
    this.#recognition.handleAudioEvent(event);
    if (event.type === 'speech-started') this.#onSpeechStarted(event.atMs);
    else if (event.type === 'speech-stopped') this.#onSpeechStopped(event.atMs);
  }

  /** Ends the turn in progress with the words recognised so far: a caller may hang up in the middle of a sentence. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#clearTimers();
    this.#recognition.close();
    if (this.#state === 'quiet') return;
    this.#transcript.markUnconfirmed();
    if (this.#state === 'speaking') this.#silentSinceMs = this.#options.audio.nowMs;
    this.#decidedAtMs = this.#options.audio.nowMs;
    this.#endTurn();
  }

  #onRecogniserEvent(event: SpeechToTextEvent): void {
    switch (event.type) {
      case 'transcript-delta':
        return this.#onPartial(event.text, event.match, event.atMs);
      case 'transcript-ended':
        return this.#onFinal(event);
      case 'turn-ended':
        return this.#onProviderEndedTurn();
      case 'turn-likely-ended':
        return this.#onTurnLikelyEnded(event.text);
      case 'turn-resumed':
        return this.#resumeTurn();
      case 'stream-failed':
        if (event.fallback !== undefined)
          this.#emitter.emit({ type: 'recogniser-replaced', ...event.fallback, error: event.error });
        return this.#onStreamFailed(event.error, event.recoverable);
    }
  }

  #onPartial(text: string, match: PhraseMatch | undefined, atMs: number): void {
    if (text === '' || this.#state === 'transcribing') return;
    if (this.#state === 'quiet') this.#startTurnWithoutVad(atMs);
    const transcript = this.#transcript;
    const previousText = transcript.text;
    transcript.addPartial(text, match, this.#expectation);
    if (transcript.text !== previousText) this.#onNewWords();
    this.#emitter.emit({
      type: 'partial-transcript',
      text: transcript.text,
      match: transcript.match,
      atMs,
    });
    this.#rescheduleTurnEnd();
  }

  /** Words after the end that the recogniser reported are new speech, also if the voice activity detector does not report it. */
  #onNewWords(): void {
    const isAfterEnd = this.#isUndetected || this.#providerEnded || this.#isTranscribed;
    if (this.#state === 'pausing' && isAfterEnd) this.#startTurnWithoutVad(this.#options.audio.nowMs);
    else this.#watchForNoise();
  }

  #onFinal(event: Extract<SpeechToTextEvent, { type: 'transcript-ended' }>): void {
    this.#lostTranscripts.transcriptReceived();
    this.#streamError = undefined;
    if (event.text !== '' && this.#state === 'quiet') this.#startTurnWithoutVad(event.startMs);
    this.#transcript.addFinal(event, this.#expectation);
    if (this.#state !== 'transcribing') return this.#rescheduleTurnEnd();
    if (event.unconfirmed === true) this.#onUnconfirmed();
    if (this.#isUnfinishedDictation() && !this.#isTooLong) return this.#reopenTurn();
    this.#endTurn();
  }

  #onProviderEndedTurn(): void {
    if (this.#state === 'quiet') return;
    this.#providerEnded = true;
    this.#rescheduleTurnEnd();
  }

  /** Continues a turn whose final transcript shows that the caller dictates and has only paused. */
  #reopenTurn(): void {
    this.#transcriptWait.stop();
    this.#isTranscribed = true;
    this.#state = 'pausing';
    this.#rescheduleTurnEnd();
    this.#resumePendingSpeech();
  }

  /** Starts or continues a turn for speech that the voice activity detector does not report. */
  #startTurnWithoutVad(atMs: number): void {
    this.#startSpeech(atMs);
    this.#isUndetected = true;
    this.#onSpeechStopped(this.#options.audio.nowMs);
  }

  #onSpeechStarted(atMs: number): void {
    if (this.#state === 'transcribing') {
      this.#pendingSpeech ??= { startMs: atMs, stopMs: undefined };
      this.#pendingSpeech.stopMs = undefined;
      return;
    }
    if (this.#state === 'speaking') return;
    if (!this.#isUndetected) this.#learnPause(atMs);
    const isLongPause = this.#state === 'pausing' && atMs - this.#silentSinceMs >= minSpeechPauseMs;
    if (isLongPause && this.#transcript.text !== '') this.#watchForNoise(this.#silentSinceMs);
    this.#isUndetected = false;
    this.#startSpeech(atMs);
  }

  /** Learns the length of the caller's pauses: within the turn, or before speech that shows that the turn was ended too early. */
  #learnPause(atMs: number): void {
    const pauseMs = atMs - this.#silentSinceMs;
    const isPremature = this.#decidedAtMs > 0 && pauseMs < prematureTurnEndMs;
    if (this.#state === 'pausing' || isPremature) this.#pauseProfile.addPause(pauseMs);
  }

  #startSpeech(atMs: number): void {
    if (this.#state === 'quiet') this.#startTurn(atMs);
    this.#turnEndTimer?.cancel();
    this.#state = 'speaking';
    this.#providerEnded = false;
    this.#isTranscribed = false;
    this.#emitter.emit({ type: 'speech-started', atMs });
  }

  #startTurn(atMs: number): void {
    this.#startMs = atMs;
    this.#transcript = new TurnTranscript();
    this.#isTooLong = false;
    this.#maxTurnTimer = this.#options.clock.after(maxTurnMs[this.#answerKind], () => {
      this.#isTooLong = true;
      this.#requestTranscript();
    });
  }

  #onSpeechStopped(atMs: number): void {
    if (this.#pendingSpeech !== undefined) this.#pendingSpeech.stopMs = atMs;
    if (this.#state !== 'speaking') return;
    this.#state = 'pausing';
    this.#silentSinceMs = atMs;
    this.#rescheduleTurnEnd();
    this.#emitter.emit({ type: 'speech-stopped', atMs });
  }

  /** Ends speech that goes on without new words, if the recogniser reports words while the caller speaks. `lastWordsMs`: the end of the words so far. */
  #watchForNoise(lastWordsMs = this.#options.audio.nowMs): void {
    this.#noiseTimer?.cancel();
    if (!this.trustsPartials || this.#streamError !== undefined) return;
    this.#noiseTimer = this.#options.clock.after(noNewWordsMs, () => {
      const hasSound = this.#silentSinceMs - lastWordsMs >= minSpeechPauseMs;
      if (this.#state === 'speaking') this.#cutOffSpeech('pausing', lastWordsMs);
      else if (hasSound) this.#silentSinceMs = lastWordsMs;
      this.#rescheduleTurnEnd();
    });
  }

  #isUnfinishedDictation(): boolean {
    const { stream, settings, lastPrompt } = this.#options;
    if (!this.#recognition.capabilities.openVocabulary || settings.endpointing !== 'semantic') return false;
    const { text } = this.#transcript;
    return isUnfinishedDictation({ text, language: stream.language, prompt: lastPrompt() });
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
      language: this.#options.stream.language,
      isUnfinishedDictation: this.#isUnfinishedDictation(),
      providerEnded: this.#providerEnded,
      openVocabulary: this.#recognition.capabilities.openVocabulary,
    };
    const silenceMs = requiredSilenceMs(turn, this.#strategies, this.#options.settings.maxSilenceMs);
    const elapsedMs = this.#options.audio.nowMs - this.#silentSinceMs;
    this.#turnEndTimer?.cancel();
    this.#turnEndTimer = this.#options.clock.after(Math.max(0, silenceMs - elapsedMs), () =>
      this.#requestTranscript(),
    );
  }

  /** `atMs`: when the caller stopped speaking. */
  #cutOffSpeech(next: 'pausing' | 'transcribing', atMs = this.#options.audio.nowMs): void {
    this.#noiseTimer?.cancel();
    this.#silentSinceMs = atMs;
    this.#state = next;
    this.#isUndetected = true;
    this.#emitter.emit({ type: 'speech-cut-off', atMs });
  }

  #requestTranscript(): void {
    if (this.#state === 'transcribing') return;
    this.#turnEndTimer?.cancel();
    this.#noiseTimer?.cancel();
    if (this.#state === 'speaking') this.#cutOffSpeech('transcribing');
    this.#state = 'transcribing';
    this.#decidedAtMs = this.#options.audio.nowMs;
    if ((this.#providerEnded || this.#isTranscribed) && this.#transcript.isFinal) {
      this.#endTurn();
      return;
    }
    this.#transcriptWait.start();
    this.#recognition.finalize();
  }

  #onTranscriptMissing(): void {
    const cause = this.#missingTranscriptError();
    this.#transcript.markUnconfirmed();
    // With a closed vocabulary, only a final result has a reliable confidence.
    if (!this.#recognition.capabilities.openVocabulary) this.#transcript.reject();
    this.#recognition.discard();
    const hasFailed = this.#lostTranscripts.add(this.#startMs, this.#options.audio.nowMs);
    if (this.#transcript.text === '') this.#loseTurn(cause);
    this.#endTurn();
    if (hasFailed) this.#emitter.emit({ type: 'recognition-failed', error: cause });
  }

  /** Returns the error of a turn without a transcript: the last failure of the stream, or else a timeout. */
  #missingTranscriptError(): Error {
    const { provider } = this.#options.recogniser;
    return (
      this.#streamError ?? new ProviderError(`${provider} did not return the transcript of a turn in time.`)
    );
  }

  /** If the recogniser returned nothing for speech, discards the audio of the turn and reports the turn as lost. */
  #onUnconfirmed(): void {
    if (this.#transcript.text !== '' || !this.#isLongEnoughForSpeech) return;
    this.#recognition.discard();
    this.#loseTurn(this.#missingTranscriptError());
  }

  get #isLongEnoughForSpeech(): boolean {
    return this.#silentSinceMs - this.#startMs >= minLostSpeechMs;
  }

  /**
   * Reports a turn without any text. A turn that is long enough for speech is rejected, so that the caller gets a response, even if only "I did not
   * understand".
   */
  #loseTurn(error: Error): void {
    if (this.#isLongEnoughForSpeech) this.#transcript.reject();
    this.#emitter.emit({ type: 'turn-lost', atMs: this.#startMs, error });
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
    this.#isUndetected = false;
    this.#isLikelyEnded = false;
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

  /** Ends a turn whose transcript is awaited: its audio was lost with the stream. */
  #onStreamLost(error: Error): void {
    this.#resumeTurn();
    this.#streamError = error;
    if (this.#state === 'transcribing') this.#onTranscriptMissing();
  }

  #onStreamFailed(error: Error, isRecoverable: boolean): void {
    this.#resumeTurn();
    const isTranscribing = this.#state === 'transcribing';
    this.#streamError = error;
    if (isRecoverable && isTranscribing) this.#transcriptWait.extend();
    if (isRecoverable) return;
    if (isTranscribing) this.#onTranscriptMissing();
    this.#emitter.emit({ type: 'recognition-failed', error });
  }

  #onTurnLikelyEnded(providerText: string): void {
    if (this.#state !== 'speaking' && this.#state !== 'pausing') return;
    if (this.#isUnfinishedDictation()) return;
    this.#isLikelyEnded = true;
    const { text, match } = this.#transcript;
    this.#emitter.emit({ type: 'turn-likely-ended', text: text === '' ? providerText : text, match });
  }

  #resumeTurn(): void {
    if (!this.#isLikelyEnded) return;
    this.#isLikelyEnded = false;
    this.#emitter.emit({ type: 'turn-resumed' });
  }

  #clearTimers(): void {
    this.#turnEndTimer?.cancel();
    this.#transcriptWait.stop();
    this.#maxTurnTimer?.cancel();
    this.#noiseTimer?.cancel();
  }
}
