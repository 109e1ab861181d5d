import type { Clock, Timer } from '../core/clock.ts';
import { Emitter } from '../core/emitter.ts';
import type { Expectation } from '../core/expectation.ts';
import { spokenWords } from '../core/spoken-words.ts';
import type { LegAudio, LegAudioEvent } from '../contracts/leg-audio.ts';
import { matchPhrase } from '../contracts/phrase-match.ts';
import type {
  PhraseMatch,
  SpeechToText,
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '../contracts/speech-to-text.ts';
import { PauseProfile } from './pause-profile.ts';
import {
  requiredSilenceMs,
  turnEndStrategies,
  type AnswerKind,
  type TurnEndStrategy,
  type TurnSettings,
} from './turn-end.ts';

/** A turn that goes on for longer is taken as it is: a radio, or a line that hums. */
const maxTurnMs: Record<AnswerKind, number> = { short: 15_000, pieces: 20_000, open: 45_000 };
/** How long a recogniser may take over a finished utterance; then its last partial counts, where it is worth something. */
const transcriptTimeoutMs = 2_000;
/** Confidence in a partial that was never confirmed. */
const unconfirmed = 0.5;
/** A caller who speaks again within this time of falling silent was not through. */
const cutShortMs = 1_000;
/** Streams that are opened anew when one fails; then the call cannot hear any more. */
const maxReopenings = 3;
/** Without a transcript over this time, and over two turns or more that the recogniser did not answer, the call cannot hear any more. */
const deafAfterMs = 10_000;

/** What the caller said in one go. Times are on the leg's media clock. */
export interface CallerTurn {
  readonly text: string;
  readonly match: PhraseMatch | undefined;
  /** 0 to 1. */
  readonly confidence: number;
  readonly rejected: boolean;
  readonly startMs: number;
  /** When the caller fell silent. */
  readonly endMs: number;
  /** When the turn was taken to be over, and when its text was known. */
  readonly decidedAtMs: number;
  readonly transcribedAtMs: number;
}

export type EarEvent =
  | { readonly type: 'speech-started'; readonly atMs: number }
  | {
      readonly type: 'words-heard';
      readonly text: string;
      readonly match: PhraseMatch | undefined;
      readonly atMs: number;
    }
  | { readonly type: 'speech-stopped'; readonly atMs: number }
  /** Exactly one for every turn that began, with an empty text where nothing was understood. */
  | { readonly type: 'turn-ended'; readonly turn: CallerTurn }
  /** The recogniser failed or did not answer in time over a turn of which nothing is known; its `turn-ended` follows. */
  | { readonly type: 'turn-lost'; readonly atMs: number }
  | { readonly type: 'hearing-failed'; readonly error: Error };

/**
 * quiet → speaking ⇄ pausing → transcribing → quiet. While `transcribing`, the host has decided that the turn is over and waits for its text.
 */
type EarState = 'quiet' | 'speaking' | 'pausing' | 'transcribing';

export interface EarOptions {
  readonly clock: Clock;
  readonly audio: LegAudio;
  readonly recognizer: SpeechToText;
  readonly stream: SpeechToTextOptions;
  readonly settings: TurnSettings;
  /** Receives what a listener throws. */
  readonly onDefect: (error: unknown) => void;
}

/** Hears the caller and decides when a turn of theirs is over. */
export class Ear {
  readonly #options: EarOptions;
  readonly #emitter: Emitter<EarEvent>;
  readonly #pauses: PauseProfile;
  readonly #strategies: readonly TurnEndStrategy[];
  #stream: SpeechToTextStream;
  #reopenings = 0;
  /** Start of the first turn, since the last transcript, whose transcript did not arrive in time. */
  #lostSinceMs: number | undefined;
  #state: EarState = 'quiet';
  #timer: Timer | undefined;
  #turnTimer: Timer | undefined;
  #expectation: Expectation = { id: 'nothing', phrases: [], forms: [] };
  #answerKind: AnswerKind = 'open';
  /** Parts of this turn that the recogniser has finished with, and the part it is at. */
  #finals: string[] = [];
  #partial = '';
  #match: PhraseMatch | undefined;
  #confidence = 1;
  #rejected = false;
  #startMs = 0;
  #silentSinceMs = 0;
  #decidedAtMs = 0;
  #providerEnded = false;
  /** The caller spoke again before the last turn's text was there. */
  #speechWaiting: { startMs: number; stopMs: number | undefined } | undefined;
  #closed = false;

  constructor(options: EarOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.onDefect);
    const { openVocabulary } = options.recognizer.capabilities;
    const { minSilenceMs: minMs, maxSilenceMs: maxMs } = options.settings;
    this.#pauses = new PauseProfile({ minMs, maxMs });
    this.#strategies = turnEndStrategies(options.settings, this.#pauses, openVocabulary);
    this.#stream = this.#open();
  }

  on(listener: (event: EarEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  /** Whether the caller is in the middle of a turn. */
  get inTurn(): boolean {
    return this.#state !== 'quiet';
  }

  /** What the caller may say next, and how patient to be with it. */
  attend(expectation: Expectation, answerKind: AnswerKind): void {
    this.#expectation = expectation;
    this.#answerKind = answerKind;
    this.#stream.expect(expectation);
  }

  /** The leg's events come through here. */
  hear(event: LegAudioEvent): void {
    if (this.#closed) return;
    if (event.type === 'audio') this.#stream.pushAudio(event.samples, event.atMs);
    else if (event.type === 'speech-started') this.#speechStarted(event.atMs);
    else if (event.type === 'speech-stopped') this.#speechStopped(event.atMs);
  }

  /** Who hangs up in the middle of a sentence has said it: words that are known already make a last turn. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#clearTimers();
    this.#stream.close();
    if (this.#state === 'quiet') return;
    this.#confidence = Math.min(this.#confidence, unconfirmed);
    if (this.#state === 'speaking') this.#silentSinceMs = this.#options.audio.nowMs;
    this.#decidedAtMs = this.#options.audio.nowMs;
    this.#endTurn();
  }

  #open(): SpeechToTextStream {
    const stream = this.#options.recognizer.open(this.#options.stream);
    stream.on((event) => {
      if (stream !== this.#stream || this.#closed) return;
      try {
        this.#recognized(event);
      } catch (error) {
        this.#options.onDefect(error);
      }
    });
    return stream;
  }

  #recognized(event: SpeechToTextEvent): void {
    switch (event.type) {
      case 'transcript-delta':
        return this.#heardPartial(event.text, event.match, event.atMs);
      case 'transcript-ended':
        return this.#heardFinal(event);
      case 'turn-ended':
        this.#providerEnded = true;
        return this.#reconsider();
      case 'stream-failed':
        return event.recoverable ? undefined : this.#streamFailed(event.error);
    }
  }

  #heardPartial(text: string, match: PhraseMatch | undefined, atMs: number): void {
    if (text === '' || this.#state === 'transcribing') return;
    if (this.#state === 'quiet') this.#beginUnnoticed(atMs);
    this.#partial = text;
    this.#match = match ?? this.#matchText();
    this.#emitter.emit({ type: 'words-heard', text: this.#text(), match: this.#match, atMs });
    this.#reconsider();
  }

  #heardFinal(event: Extract<SpeechToTextEvent, { type: 'transcript-ended' }>): void {
    this.#partial = '';
    this.#lostSinceMs = undefined;
    if (event.text !== '') {
      if (this.#state === 'quiet') this.#beginUnnoticed(event.startMs);
      this.#finals.push(event.text);
      this.#confidence = Math.min(this.#confidence, event.confidence);
    }
    this.#rejected ||= event.rejected;
    this.#match = event.match ?? this.#matchText();
    if (this.#state === 'transcribing') this.#endTurn();
    else this.#reconsider();
  }

  /** Words came of speech that was too soft for the voice activity detector. */
  #beginUnnoticed(atMs: number): void {
    this.#speechStarted(atMs);
    this.#speechStopped(this.#options.audio.nowMs);
  }

  #speechStarted(atMs: number): void {
    if (this.#state === 'transcribing') {
      this.#speechWaiting ??= { startMs: atMs, stopMs: undefined };
      this.#speechWaiting.stopMs = undefined;
      return;
    }
    if (this.#state === 'pausing') this.#pauses.pausedWithinTurn(atMs - this.#silentSinceMs);
    if (this.#state === 'quiet') this.#beginTurn(atMs);
    this.#timer?.cancel();
    this.#state = 'speaking';
    this.#providerEnded = false;
    this.#emitter.emit({ type: 'speech-started', atMs });
  }

  #beginTurn(atMs: number): void {
    const gapMs = atMs - this.#silentSinceMs;
    if (this.#decidedAtMs > 0 && gapMs < cutShortMs) this.#pauses.pausedWithinTurn(gapMs);
    this.#startMs = atMs;
    this.#finals = [];
    this.#partial = '';
    this.#match = undefined;
    this.#confidence = 1;
    this.#rejected = false;
    this.#turnTimer = this.#options.clock.after(maxTurnMs[this.#answerKind], () => this.#decide());
  }

  #speechStopped(atMs: number): void {
    if (this.#speechWaiting !== undefined) this.#speechWaiting.stopMs = atMs;
    if (this.#state !== 'speaking') return;
    this.#state = 'pausing';
    this.#silentSinceMs = atMs;
    this.#reconsider();
    this.#emitter.emit({ type: 'speech-stopped', atMs });
  }

  /** How long the pause must still last, asked anew whenever more is known. */
  #reconsider(): void {
    if (this.#state === 'speaking' && this.#providerEnded) {
      this.#silentSinceMs = this.#options.audio.nowMs;
      this.#state = 'pausing';
    }
    if (this.#state !== 'pausing') return;
    const turn = {
      text: this.#text(),
      match: this.#match,
      expectation: this.#expectation,
      answerKind: this.#answerKind,
      providerEnded: this.#providerEnded,
    };
    const silenceMs = requiredSilenceMs(turn, this.#strategies, this.#options.settings.maxSilenceMs);
    const elapsedMs = this.#options.audio.nowMs - this.#silentSinceMs;
    this.#timer?.cancel();
    this.#timer = this.#options.clock.after(Math.max(0, silenceMs - elapsedMs), () => this.#decide());
  }

  #decide(): void {
    this.#clearTimers();
    if (this.#state === 'speaking') this.#silentSinceMs = this.#options.audio.nowMs;
    this.#state = 'transcribing';
    this.#decidedAtMs = this.#options.audio.nowMs;
    if (this.#providerEnded && this.#partial === '' && this.#finals.length > 0) {
      this.#endTurn();
      return;
    }
    this.#timer = this.#options.clock.after(transcriptTimeoutMs, () => this.#transcriptMissing());
    this.#stream.finalize();
  }

  #transcriptMissing(): void {
    this.#confidence = Math.min(this.#confidence, unconfirmed);
    // A closed vocabulary has a word for every sound, and tells only at the end whether it was that word.
    this.#rejected ||= !this.#options.recognizer.capabilities.openVocabulary;
    this.#stream.discard();
    const isFirst = this.#lostSinceMs === undefined;
    this.#lostSinceMs ??= this.#startMs;
    const lostForMs = this.#options.audio.nowMs - this.#lostSinceMs;
    if (this.#text() === '') this.#emitter.emit({ type: 'turn-lost', atMs: this.#startMs });
    this.#endTurn();
    if (isFirst || lostForMs < deafAfterMs) return;
    const error = new Error('The recogniser did not return the transcripts of several turns in time.');
    this.#emitter.emit({ type: 'hearing-failed', error });
  }

  #endTurn(): void {
    this.#clearTimers();
    const turn: CallerTurn = {
      text: this.#text(),
      match: this.#match,
      confidence: this.#confidence,
      rejected: this.#rejected,
      startMs: this.#startMs,
      endMs: this.#silentSinceMs,
      decidedAtMs: this.#decidedAtMs,
      transcribedAtMs: this.#options.audio.nowMs,
    };
    this.#state = 'quiet';
    this.#finals = [];
    this.#partial = '';
    this.#providerEnded = false;
    this.#emitter.emit({ type: 'turn-ended', turn });
    this.#speechGoesOn();
  }

  #speechGoesOn(): void {
    const waiting = this.#speechWaiting;
    this.#speechWaiting = undefined;
    if (waiting === undefined || this.#closed) return;
    this.#speechStarted(waiting.startMs);
    if (waiting.stopMs !== undefined) this.#speechStopped(waiting.stopMs);
  }

  /** For recognisers that do not tell; where an open form is expected too, any phrase may be its beginning. */
  #matchText(): PhraseMatch | undefined {
    const mayGoOn = () => this.#expectation.forms.length > 0;
    return matchPhrase(this.#expectation, spokenWords(this.#text()), mayGoOn);
  }

  #text(): string {
    return [...this.#finals, this.#partial].filter((part) => part !== '').join(' ');
  }

  #streamFailed(error: Error): void {
    this.#stream.close();
    this.#reopenings += 1;
    if (this.#reopenings <= maxReopenings) {
      this.#stream = this.#open();
      this.#stream.expect(this.#expectation);
    }
    if (this.#state === 'transcribing') this.#transcriptMissing();
    if (this.#reopenings > maxReopenings) this.#emitter.emit({ type: 'hearing-failed', error });
  }

  #clearTimers(): void {
    this.#timer?.cancel();
    this.#turnTimer?.cancel();
  }
}
