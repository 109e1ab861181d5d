import { APICallError, InvalidPromptError, LoadAPIKeyError } from 'ai';
import { LanguageModelError } from '../../contracts/language-model.ts';

/**
 * A failure of the SDK as ours. What was asked and answered stands in the SDK's errors and is personal data: only their names, status
 * and codes are kept.
 */
export function toLanguageModelError(error: unknown): LanguageModelError {
  if (error instanceof LanguageModelError) return error;
  if (APICallError.isInstance(error)) {
    const text =
      error.statusCode === undefined
        ? 'The language model could not be reached.'
        : `The language model answered ${error.statusCode}.`;
    return new LanguageModelError(text, { retryable: error.isRetryable, cause: bare(error) });
  }
  const isOurs = InvalidPromptError.isInstance(error) || LoadAPIKeyError.isInstance(error);
  return new LanguageModelError('The answer of the language model broke off or could not be read.', {
    retryable: !isOurs,
    cause: bare(error),
  });
}

function bare(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(typeof error);
  const inner = error.cause instanceof Error ? error.cause : undefined;
  const code = (inner as { code?: unknown } | undefined)?.code;
  return new Error(typeof code === 'string' ? `${error.name} (${code})` : error.name);
}
