import { LanguageModelError, type LanguageModel, type LanguageRequest } from '../contracts/language-model.ts';

export interface ModelSettings {
  /** 0 to 2. */
  readonly temperature: number;
  readonly maxTokens: number;
  /** The longest wait for the first part of a model's reply, and between two parts. */
  readonly timeoutMs: number;
}

const charactersMax = 64 * 1024;

/** Returns the whole text of the first model that does not fail. Throws the error of the last model. */
export async function answerOf(models: readonly LanguageModel[], request: LanguageRequest): Promise<string> {
  let failure: unknown = new LanguageModelError('The agent has no language model.', { retryable: false });
  for (const model of models) {
    try {
      return await textOf(model, request);
    } catch (error) {
      failure = error;
      if (request.signal?.aborted === true) break;
    }
  }
  throw failure;
}

async function textOf(model: LanguageModel, request: LanguageRequest): Promise<string> {
  let text = '';
  for await (const part of model.respond(request)) {
    if (part.type === 'text-delta' && text.length < charactersMax) text += part.text;
  }
  return text;
}
