import { LanguageModelError } from '../contracts/language-model.ts';
import type { ReplyOutcome } from '../voice/speak-reply.ts';

/** Consecutive failures after which the models are unavailable. */
const maxFailures = 2;

/** A failure of the language models, for the record of a call and the log. */
export interface ModelFailure {
  /** A sentence. If the source of the error is known, it contains the model, its base URL and the response of the provider. */
  readonly detail: string;
  readonly model?: string;
  readonly baseUrl?: string;
  /** HTTP status of the provider's response. */
  readonly status?: number;
}

/**
 * Counts the consecutive failures of the language models in one call. Only a reply without an error resets the count. A reply that was interrupted
 * before its first words adds its duration to a sum. When the sum reaches the model timeout, it counts as one failure.
 */
export class ModelFailures {
  readonly #timeoutMs: number;
  #count = 0;
  #interruptedMs = 0;
  /**
   * Whether a model request of the flow (to classify edge conditions or to extract values) has failed, and no reply has succeeded or failed since.
   * If the next reply fails, it belongs to the same turn as the request, and its failure is not counted again. A reply that is neither a success nor
   * a failure does not change this.
   */
  #hasFlowRequestFailed = false;

  /** `timeoutMs`: the longest wait for a model's first words. */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Whether the models are unavailable. */
  get areUnavailable(): boolean {
    return this.#count >= maxFailures;
  }

  /** Records the outcome of a reply. Returns a failure if the outcome is a failure. */
  recordReply({ outcome, firstWordsAtMs, error, elapsedMs }: ReplyOutcome): ModelFailure | undefined {
    if (outcome === 'apologised') return this.#recordFailure(error, this.#hasFlowRequestFailed);
    if (outcome === 'aborted' && firstWordsAtMs === undefined)
      return this.#recordInterruption(error, elapsedMs);
    // Words were spoken despite an error: the reply was truncated, or a model failed and the reply of its fallback was interrupted. This is neither
    // a success nor a failure.
    if (error !== undefined) return undefined;
    this.#count = 0;
    this.#interruptedMs = 0;
    this.#hasFlowRequestFailed = false;
    return undefined;
  }

  /** Records that the models failed to classify edge conditions or to extract values. */
  recordFlowRequestFailure(error: unknown): ModelFailure {
    const failure = this.#recordFailure(error, false);
    this.#hasFlowRequestFailed = true;
    return failure;
  }

  #recordInterruption(error: unknown, elapsedMs: number): ModelFailure | undefined {
    if (error !== undefined) return this.#recordFailure(error, this.#hasFlowRequestFailed);
    this.#interruptedMs += elapsedMs;
    if (this.#interruptedMs < this.#timeoutMs) return undefined;
    const noWords = 'The language model returned no text before the caller interrupted its replies.';
    return this.#recordFailure(new LanguageModelError(noWords, { retryable: true }), false);
  }

  #recordFailure(error: unknown, isAlreadyCounted: boolean): ModelFailure {
    this.#hasFlowRequestFailed = false;
    this.#interruptedMs = 0;
    if (!isAlreadyCounted) this.#count += 1;
    return modelFailureOf(error);
  }
}

/** Returns the failure that the error describes. */
export function modelFailureOf(error: unknown): ModelFailure {
  if (!(error instanceof LanguageModelError)) return { detail: 'The language model failed.' };
  const { message, source } = error;
  return source === undefined
    ? { detail: message }
    : { detail: `${message} (${source.model} at ${source.baseUrl})`, ...source };
}
