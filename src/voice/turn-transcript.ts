import { matchText, unconfirmedConfidence } from '../contracts/recognised-text.ts';
import type { PhraseMatch, SpeechToTextEvent } from '../contracts/speech-to-text.ts';
import type { Clock, Timer } from '../core/clock.ts';
import type { Expectation } from '../core/expectation.ts';

type FinalTranscript = Extract<SpeechToTextEvent, { type: 'transcript-ended' }>;

/** The recognised words of one turn of the caller. */
export class TurnTranscript {
  readonly #finalTexts: string[] = [];
  /** The partial transcript that follows the final ones. */
  #partialText = '';
  #match: PhraseMatch | undefined;
  #confidence = 1;
  #isRejected = false;

  get text(): string {
    return [...this.#finalTexts, this.#partialText].filter((part) => part !== '').join(' ');
  }

  get match(): PhraseMatch | undefined {
    return this.#match;
  }

  /** 0 to 1; the lowest of all parts. */
  get confidence(): number {
    return this.#confidence;
  }

  get isRejected(): boolean {
    return this.#isRejected;
  }

  /** Whether there are final words, and no partial transcript follows them. */
  get isFinal(): boolean {
    return this.#partialText === '' && this.#finalTexts.length > 0;
  }

  addPartial(text: string, match: PhraseMatch | undefined, expectation: Expectation): void {
    this.#partialText = text;
    this.#match = match ?? matchText(expectation, this.text);
  }

  addFinal({ text, confidence, rejected, match }: FinalTranscript, expectation: Expectation): void {
    this.#partialText = '';
    if (text !== '') {
      this.#finalTexts.push(text);
      this.#confidence = Math.min(this.#confidence, confidence);
    }
    this.#isRejected ||= rejected;
    this.#match = match ?? matchText(expectation, this.text);
  }

  /** Lowers the confidence of a turn that ends without its final transcript. */
  markUnconfirmed(): void {
    this.#confidence = Math.min(this.#confidence, unconfirmedConfidence);
  }

  reject(): void {
    this.#isRejected = true;
  }
}

/** The longest wait for the final transcript of a turn. After it, the last partial transcript is used. */
const transcriptTimeoutMs = 2_000;
/** The longest total wait if the recogniser fails. Each failure starts the wait of `transcriptTimeoutMs` again. */
const maxWaitMs = 4_000;
/** If the transcript takes longer, the agent says so. */
const slowTranscriptMs = 1_200;

export interface TranscriptWaitOptions {
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>;
  readonly onSlow: () => void;
  readonly onMissing: () => void;
}

/** The wait for the final transcript of a turn. */
export class TranscriptWait {
  readonly #options: TranscriptWaitOptions;
  #startedMs = 0;
  #slowTimer: Timer | undefined;
  #timeout: Timer | undefined;

  constructor(options: TranscriptWaitOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, onSlow, onMissing } = this.#options;
    this.stop();
    this.#startedMs = clock.monotonicMs();
    this.#slowTimer = clock.after(slowTranscriptMs, onSlow);
    this.#timeout = clock.after(transcriptTimeoutMs, onMissing);
  }

  /** Waits longer, because the next connection or recogniser receives the audio of the turn. */
  extend(): void {
    const { clock, onMissing } = this.#options;
    const leftMs = this.#startedMs + maxWaitMs - clock.monotonicMs();
    this.#timeout?.cancel();
    this.#timeout = clock.after(Math.max(0, Math.min(transcriptTimeoutMs, leftMs)), onMissing);
  }

  /** Safe to call twice. */
  stop(): void {
    this.#slowTimer?.cancel();
    this.#timeout?.cancel();
  }
}

/** Recognition counts as failed after this time without a transcript, if at least two turns timed out. */
const recognitionFailureAfterMs = 10_000;

/** Counts the turns in a row whose final transcript did not arrive in time. */
export class LostTranscripts {
  /** Start of the first turn of the row; undefined if the last transcript arrived in time. */
  #sinceMs: number | undefined;

  transcriptReceived(): void {
    this.#sinceMs = undefined;
  }

  /** Adds a turn that started at `turnStartMs`. Returns whether recognition has failed. Times are on the leg's media clock. */
  add(turnStartMs: number, nowMs: number): boolean {
    const isFirst = this.#sinceMs === undefined;
    this.#sinceMs ??= turnStartMs;
    return !isFirst && nowMs - this.#sinceMs >= recognitionFailureAfterMs;
  }
}
