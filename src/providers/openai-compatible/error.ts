import { APICallError, InvalidPromptError, LoadAPIKeyError } from 'ai';
import { LanguageModelError, type LanguageModelErrorSource } from '../../contracts/language-model.ts';
import { vendorTextOf } from './vendor-text.ts';

/**
 * Converts an SDK error to a `LanguageModelError`. SDK errors contain the request, which is personal data. The result has only the name, the status,
 * the code and the vendor's error text, without `secrets`.
 */
export function toLanguageModelError(
  error: unknown,
  source: LanguageModelErrorSource,
  secrets: readonly string[],
): LanguageModelError {
  if (error instanceof LanguageModelError) return error;
  if (APICallError.isInstance(error)) {
    const { statusCode: status, isRetryable: retryable } = error;
    const cause = withoutRequest(error);
    if (status === undefined)
      return new LanguageModelError('The language model could not be reached.', { retryable, cause, source });
    const text = vendorTextOf(error.responseBody, secrets);
    const answer = text === undefined ? `${status}.` : `${status}: ${text}`;
    const message = `The language model answered ${answer}`;
    return new LanguageModelError(message, { retryable, cause, source: { ...source, status } });
  }
  const isPermanent = InvalidPromptError.isInstance(error) || LoadAPIKeyError.isInstance(error);
  return new LanguageModelError('The response of the language model was truncated or invalid.', {
    retryable: !isPermanent,
    cause: withoutRequest(error),
    source,
  });
}

function withoutRequest(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(typeof error);
  const inner = error.cause instanceof Error ? error.cause : undefined;
  const code = (inner as { code?: unknown } | undefined)?.code;
  return new Error(typeof code === 'string' ? `${error.name} (${code})` : error.name);
}
