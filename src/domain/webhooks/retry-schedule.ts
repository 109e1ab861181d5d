import type { Random } from '../../core/random.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays before the retries of a delivery, 75 h 35 min 5 s in total. */
export const retryDelaysMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** A delay is at most this share longer, so that deliveries that failed together are not retried together. */
export const jitterShare = 0.1;
/** A longer `Retry-After` is shortened. */
const maxRetryAfterMs = 24 * hour;

/**
 * Returns the delay before the next retry in ms, or undefined after the last. `retries`: how many were made; `retryAfterMs`: the time that
 * the response requested, which lengthens the delay but never shortens it.
 */
export function retryDelayMs(
  retries: number,
  retryAfterMs: number | undefined,
  random: Pick<Random, 'fraction'>,
): number | undefined {
  const delayMs = retryDelaysMs[retries];
  if (delayMs === undefined) return undefined;
  const longerMs = Math.max(delayMs, Math.min(retryAfterMs ?? 0, maxRetryAfterMs));
  return Math.round(longerMs * (1 + jitterShare * random.fraction()));
}

/** Parses `Retry-After` (RFC 9110 §10.2.3), seconds or an HTTP date, to ms from now. Returns undefined for any other text. */
export function parseRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,10}$/.test(text.trim())) return Number(text) * second;
  const atMs = /^[A-Za-z]{3}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
