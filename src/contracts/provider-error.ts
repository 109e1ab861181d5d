/**
 * A failure of a provider. Its message names the provider and the kind of failure. It contains no text of the provider, which could contain a key, and
 * can be shown to users.
 */
export class ProviderError extends Error {
  override readonly name: string = 'ProviderError';
}

/** Returns the message of the first `ProviderError` among the error and its causes; undefined if there is none. */
export function providerFailureOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderError) return cause.message;
  return undefined;
}
