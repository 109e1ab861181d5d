import { LanguageModelError } from '../contracts/language-model.ts';
import type { ReplyOutcome } from '../voice/reply.ts';

/** Failures in a row after which the models of a call are considered unavailable. */
const failuresMax = 2;

/** A failure of the language models, for the record of a call and the log. */
export interface ModelFailure {
  /** A sentence with the vendor's status and text, the model and its base URL. */
  readonly detail: string;
  readonly model?: string;
  readonly baseUrl?: string;
  /** HTTP status of the vendor's answer. */
  readonly status?: number;
}

/**
 * Counts the failures of the language models in one call. Only a reply resets the count. Waits that the caller interrupted count together:
 * once they have lasted as long as a model may take, they are one failure.
 */
export class ModelFailures {
  readonly #timeoutMs: number;
  #count = 0;
  #interruptedMs = 0;
  /** A judgement failed; the reply of the same turn is no second failure. */
  #judgeFailed = false;

  /** `timeoutMs`: how long a model may take to its first words. */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Whether the models are unavailable. */
  get isOver(): boolean {
    return this.#count >= failuresMax;
  }

  /** Returns the failure, if the reply is one. */
  replied({ outcome, firstWordsAtMs, error, waitedMs }: ReplyOutcome): ModelFailure | undefined {
    if (outcome === 'apologised') return this.#failed(error, this.#judgeFailed);
    if (outcome === 'aborted' && firstWordsAtMs === undefined) return this.#interrupted(error, waitedMs);
    // A reply that broke off is neither.
    if (error !== undefined) return undefined;
    this.#count = 0;
    this.#interruptedMs = 0;
    this.#judgeFailed = false;
    return undefined;
  }

  judgeFailed(error: unknown): ModelFailure {
    const failure = this.#failed(error, false);
    this.#judgeFailed = true;
    return failure;
  }

  #interrupted(error: unknown, waitedMs: number): ModelFailure | undefined {
    if (error !== undefined) return this.#failed(error, this.#judgeFailed);
    this.#interruptedMs += waitedMs;
    if (this.#interruptedMs < this.#timeoutMs) return undefined;
    const noWords = 'The language model did not answer while the caller interrupted its replies.';
    return this.#failed(new LanguageModelError(noWords, { retryable: true }), false);
  }

  #failed(error: unknown, isCounted: boolean): ModelFailure {
    this.#judgeFailed = false;
    this.#interruptedMs = 0;
    if (!isCounted) this.#count += 1;
    return failureOf(error);
  }
}

function failureOf(error: unknown): ModelFailure {
  if (!(error instanceof LanguageModelError)) return { detail: 'The language model failed.' };
  const { message, source } = error;
  return source === undefined
    ? { detail: message }
    : { detail: `${message} (${source.model} at ${source.baseUrl})`, ...source };
}
