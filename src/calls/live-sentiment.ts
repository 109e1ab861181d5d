import type { LanguageModel } from '../contracts/language-model.ts';
import type { Clock, Timer } from '../core/clock.ts';
import type { Sentiment } from '../domain/call.ts';
import type { Language } from '../domain/languages/language.ts';
import { askSentiment } from '../models/sentiment.ts';
import type { TranscriptLine } from '../models/transcript-text.ts';
import { SentimentMeter } from './sentiment.ts';

/** The shortest time between the starts of two requests. A request ends within 5 s, so that a call has at most one at a time. */
const minIntervalMs = 30_000;
/** From the words of the customer to the request: the request for the reply of the agent comes first. */
const delayMs = 3_000;
/** The model receives the last turns only. */
const maxTurns = 6;

export interface LiveSentimentOptions {
  readonly clock: Clock;
  /** Returns the models of the current agent; empty if it uses none. */
  readonly models: () => readonly LanguageModel[];
  /** Returns the language of the current agent. */
  readonly language: () => Language;
  /** Whether a client follows the call. The model is asked only then. */
  readonly isFollowed: () => boolean;
  /** Called when the value of the model has changed. */
  readonly onChange: () => void;
  /** Receives the error of a request. The value stays as it is. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * The mood of the customer during a call: the last value of the agent's model, else an estimate from English word lists. The model is asked after new words
 * of the customer, at most every 30 s.
 */
export class LiveSentiment {
  readonly #options: LiveSentimentOptions;
  readonly #wordLists = new SentimentMeter();
  readonly #closing = new AbortController();
  #fromModel: Sentiment | undefined;
  #turns: readonly TranscriptLine[] = [];
  /** When the next request may start, on the monotonic clock. */
  #nextRequestAtMs = -Infinity;
  #timer: Timer | undefined;

  constructor(options: LiveSentimentOptions) {
    this.#options = options;
  }

  /** Null if it cannot be determined: no model has answered, and the language is not English. */
  get value(): Sentiment | null {
    if (this.#fromModel !== undefined) return this.#fromModel;
    return this.#options.language().tag === 'en' ? this.#wordLists.sentiment : null;
  }

  addAgentWords(text: string): void {
    this.#turns = [...this.#turns, { speaker: 'Agent', text } as const].slice(-maxTurns);
  }

  addCustomerWords(text: string): void {
    this.#turns = [...this.#turns, { speaker: 'Customer', text } as const].slice(-maxTurns);
    this.#wordLists.update(text);
    this.#scheduleRequest();
  }

  /** Aborts a request. Safe to call twice. */
  close(): void {
    this.#timer?.cancel();
    this.#closing.abort();
  }

  get #canAsk(): boolean {
    const { models, isFollowed } = this.#options;
    return !this.#closing.signal.aborted && isFollowed() && models().length > 0;
  }

  #scheduleRequest(): void {
    if (this.#timer !== undefined || !this.#canAsk) return;
    const { clock } = this.#options;
    const waitMs = Math.max(delayMs, this.#nextRequestAtMs - clock.monotonicMs());
    this.#timer = clock.after(waitMs, () => {
      this.#timer = undefined;
      if (this.#canAsk) void this.#ask();
    });
  }

  async #ask(): Promise<void> {
    const { clock, models, onChange, onFailure } = this.#options;
    const { signal } = this.#closing;
    this.#nextRequestAtMs = clock.monotonicMs() + minIntervalMs;
    try {
      const sentiment = await askSentiment(this.#turns, { clock, models: models(), signal });
      const hasChanged = sentiment !== this.value;
      if (signal.aborted) return;
      this.#fromModel = sentiment;
      if (hasChanged) onChange();
    } catch (error) {
      if (!signal.aborted) onFailure(error);
    }
  }
}
