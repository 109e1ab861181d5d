import type { ClientDependencies } from './dependencies.ts';
import type { ParleyError } from './parley-error.ts';

/** Limits of retries. */
export interface RetryPolicy {
  /** Maximum number of retries after the first attempt. */
  readonly retriesMax: number;
  /** Longest `Retry-After` that is waited for, and the maximum total wait for an attempt that is still running (`idempotency_in_progress`). */
  readonly waitMsMax: number;
}

export const defaultRetries: RetryPolicy = { retriesMax: 3, waitMsMax: 60_000 };

const firstDelayMs = 250;

export interface FailedAttempt {
  readonly error: ParleyError;
  /** Null without a response, or if the response has no such header. */
  readonly retryAfter: string | null;
  readonly method: string;
  /** Number of attempts before this one. */
  readonly previousAttempts: number;
  /** Sum of the delays between the attempts so far, without the attempts themselves. */
  readonly waitedMs: number;
}

/** Returns the delay before the next attempt in ms; undefined if the request must not be retried. */
export function retryDelayMs(
  failed: FailedAttempt,
  { retriesMax, waitMsMax }: RetryPolicy,
  random: ClientDependencies['random'],
): number | undefined {
  const { previousAttempts, waitedMs, error } = failed;
  // An earlier attempt with the same key is still running. Only the total wait is limited, because the service sends Retry-After until that attempt ends.
  const isInProgress = error.code === 'idempotency_in_progress' && retriesMax > 0;
  const isExhausted = isInProgress ? waitedMs >= waitMsMax : previousAttempts >= retriesMax;
  if (isExhausted || !(isInProgress || isRetryable(failed))) return undefined;
  const requestedMs = parseRetryAfterMs(failed.retryAfter);
  if (requestedMs !== undefined) return requestedMs > waitMsMax ? undefined : requestedMs;
  // Jitter of 50 %, so that clients whose requests failed together do not retry together.
  return Math.min(waitMsMax, firstDelayMs * 2 ** previousAttempts) * (0.5 + random() / 2);
}

/**
 * Returns whether a retry is safe and useful. A 503, or a 429 with Retry-After, has had no effect, so any method is retried. Without a
 * response, or if the database became unavailable, the request may have had its effect: a PATCH is not repeated then, because it could overwrite a later change of another client.
 */
function isRetryable({ error: { status, code }, retryAfter, method }: FailedAttempt): boolean {
  if (status === 503) return method !== 'PATCH' || code !== 'database_unavailable';
  if (status === 429) return retryAfter !== null;
  return (status === 0 || status === 502 || status === 504) && method !== 'PATCH';
}

/** Parses Retry-After in seconds (RFC 9110 §10.2.3). The service does not send the form with a date. */
function parseRetryAfterMs(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) * 1000 : undefined;
}
