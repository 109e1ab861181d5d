import { APICallError, InvalidPromptError, LoadAPIKeyError } from '@ai-sdk/provider';
import { codedError, describeTlsFailure } from '../../core/connection-failure.ts';
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
  if (isStreamError(error)) return toReportedError(error, source, secrets);
  if (error instanceof Error && error.cause instanceof LanguageModelError) return error.cause;
  if (APICallError.isInstance(error) && !isSuccess(error)) return toCallError(error, source, secrets);
  const isPermanent = InvalidPromptError.isInstance(error) || LoadAPIKeyError.isInstance(error);
  return new LanguageModelError('The response of the language model was truncated or invalid.', {
    retryable: !isPermanent,
    cause: withoutRequest(error),
    source,
  });
}

function toCallError(
  error: APICallError,
  source: LanguageModelErrorSource,
  secrets: readonly string[],
): LanguageModelError {
  const { statusCode: status, isRetryable: retryable } = error;
  const cause = withoutRequest(error);
  if (status === undefined) {
    const failure = describeTlsFailure(error);
    const message = `The language model could not be reached${failure === undefined ? '' : `: ${failure}`}.`;
    return new LanguageModelError(message, { retryable, cause, source });
  }
  const text = vendorTextOf(error.responseBody, secrets);
  const answer = text === undefined ? `${status}.` : `${status}: ${text}`;
  const message = `The language model answered ${answer}`;
  return new LanguageModelError(message, { retryable, cause, source: { ...source, status } });
}

/** Returns whether the response began with a success status. Its body is then truncated or invalid. */
const isSuccess = ({ statusCode = 0 }: APICallError): boolean => statusCode >= 200 && statusCode < 300;

/** An error that the vendor reports in the stream, after the status 200. */
interface StreamError {
  readonly message: string;
  readonly statusCode?: number | undefined;
  readonly isRetryable?: boolean | undefined;
}

const isStreamError = (error: unknown): error is StreamError =>
  typeof error === 'object' &&
  error !== null &&
  !(error instanceof Error) &&
  typeof (error as { message?: unknown }).message === 'string';

function toReportedError(
  { message, statusCode: status, isRetryable: retryable = true }: StreamError,
  source: LanguageModelErrorSource,
  secrets: readonly string[],
): LanguageModelError {
  const text = vendorTextOf(JSON.stringify({ message }), secrets);
  const errorSource = status === undefined ? source : { ...source, status };
  return new LanguageModelError(
    text === undefined ? 'The language model reported an error.' : `The language model reported: ${text}`,
    { retryable, source: errorSource },
  );
}

function withoutRequest(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(typeof error);
  const inner = error.cause instanceof Error ? error.cause : undefined;
  const code = (inner as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? codedError(code, `${error.name} (${code})`) : new Error(error.name);
}
