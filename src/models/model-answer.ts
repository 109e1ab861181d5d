import type { Clock } from '../core/clock.ts';
import { LanguageModelError, type LanguageModel, type LanguageRequest } from '../contracts/language-model.ts';

export interface ModelSettings {
  /** 0 to 2. */
  readonly temperature: number;
  readonly maxTokens: number;
  /** The longest wait for the first part of a model's reply, and between two parts. */
  readonly timeoutMs: number;
}

const maxCharacters = 64 * 1024;

/**
 * Returns what `ask` reads from the first model that does not fail. Throws the error of the last model that was tried: none is tried after an abort.
 * `ask` receives the error of the model before.
 */
export async function askInOrder<Answer>(
  models: readonly LanguageModel[],
  ask: (model: LanguageModel, previousError: unknown) => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  let previousError: unknown;
  for (const model of models) {
    try {
      return await ask(model, previousError);
    } catch (error) {
      if (signal?.aborted === true) throw error;
      previousError = error;
    }
  }
  throw previousError ?? new LanguageModelError('The agent has no language model.', { retryable: false });
}

/** Returns the whole text of the first model that does not fail. Throws the error of the last model. */
export const answerOf = (models: readonly LanguageModel[], request: LanguageRequest): Promise<string> =>
  askInOrder(models, (model) => textOf(model, request), request.signal);

/**
 * Returns the whole text of the first model that does not fail. Throws the error of the last model, or at the end of `maxWaitMs`. A model that sends parts
 * forever, or ignores the abort, does not delay the caller.
 */
export async function answerWithin(
  maxWaitMs: number,
  clock: Clock,
  models: readonly LanguageModel[],
  request: LanguageRequest & { readonly signal: AbortSignal },
): Promise<string> {
  const ending = new AbortController();
  const tooLate = clock.sleep(maxWaitMs, ending.signal).then(() => {
    throw new LanguageModelError('The language model did not answer in time.', { retryable: true });
  });
  tooLate.catch(() => undefined);
  try {
    const signal = AbortSignal.any([request.signal, ending.signal]);
    const text = answerOf(models, { ...request, signal });
    text.catch(() => undefined);
    return await Promise.race([text, tooLate]);
  } finally {
    ending.abort();
  }
}

async function textOf(model: LanguageModel, request: LanguageRequest): Promise<string> {
  let text = '';
  for await (const part of model.respond(request)) {
    if (part.type === 'text-delta' && text.length < maxCharacters) text += part.text;
  }
  return text;
}
