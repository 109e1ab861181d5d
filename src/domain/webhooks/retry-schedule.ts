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
  const longerMs = Math.max(delayMs, retryAfterMs ?? 0);
  return Math.round(longerMs * (1 + jitterShare * random.fraction()));
}
