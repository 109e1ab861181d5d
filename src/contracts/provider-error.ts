/**
 * A failure of a provider. Its message names the provider and the kind of failure. It contains no text of the provider, which could contain a key, and
 * can be shown to users.
 */
export class ProviderError extends Error {
  override readonly name: string = 'ProviderError';
  /** Whether the provider was not used, because earlier requests failed. */
  readonly isPause: boolean = false;
}

/** Returns the message of the first `ProviderError` among the error and its causes; undefined if there is none. */
export const providerFailureOf = (error: unknown): string | undefined => findProviderError(error)?.message;

/**
 * Returns the failure to report for a call whose provider failed once more. An earlier failure of the call has the cause, and a pause that followed
 * it has not.
 */
export const mainFailureOf = <T>(earlier: T | undefined, latest: T): T =>
  earlier !== undefined && findProviderError(latest)?.isPause === true ? earlier : latest;

function findProviderError(error: unknown): ProviderError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderError) return cause;
  return undefined;
}
