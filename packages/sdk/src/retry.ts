import type { ParleyError } from './parley-error.ts';
import type { Surroundings } from './surroundings.ts';

/** When to try again, and for how long. */
export interface RetryPolicy {
  /** Tries after the first; 0: none. */
  readonly retriesMax: number;
  /** A longer `Retry-After` is not waited for. Nor is, for longer in all, a try before that is still at work. */
  readonly waitMsMax: number;
}

export const defaultRetries: RetryPolicy = { retriesMax: 3, waitMsMax: 60_000 };

const firstWaitMs = 250;

/** How one try failed. */
export interface FailedTry {
  readonly error: ParleyError;
  /** Of the answer, where there was one. */
  readonly retryAfter: string | null;
  readonly method: string;
  /** Tries before this one. */
  readonly before: number;
  /** What has been waited since the first, without the time that answers took. */
  readonly waitedMs: number;
}

/** Milliseconds until the next try; undefined where another would be wrong, or too late. */
export function waitBeforeRetry(
  failed: FailedTry,
  { retriesMax, waitMsMax }: RetryPolicy,
  random: Surroundings['random'],
): number | undefined {
  const { before, waitedMs, error } = failed;
  // How often does not matter: the service says when the try before is over.
  const isBusy = error.code === 'idempotency_in_progress' && retriesMax > 0;
  if (isBusy ? waitedMs >= waitMsMax : before >= retriesMax || !mayHelp(failed)) return undefined;
  const toldMs = retryAfterMs(failed.retryAfter);
  if (toldMs !== undefined) return toldMs > waitMsMax ? undefined : toldMs;
  // Full jitter, so that clients that failed together do not return together.
  return Math.min(waitMsMax, firstWaitMs * 2 ** before) * (0.5 + random() / 2);
}

/**
 * A refusal by 503 or by a 429 that says when to return has done nothing, whatever the method. Without an answer only what may be done
 * twice is sent again: a PATCH may have been overtaken by somebody else's.
 */
function mayHelp({ error: { status }, retryAfter, method }: FailedTry): boolean {
  if (status === 503) return true;
  if (status === 429) return retryAfter !== null;
  return (status === 0 || status === 502 || status === 504) && method !== 'PATCH';
}

/** Of RFC 9110 §10.2.3 the form in seconds, which is what the service sends. */
function retryAfterMs(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) * 1000 : undefined;
}
