/**
 * The generic cell rate algorithm as a continuous-state leaky bucket (ITU-T I.371, annex A): each taking fills it by one, and
 * it drains at a steady rate. So a burst of the whole capacity is let in, and then one more for each that has drained.
 */
export interface BucketSize {
  /** Takings at once, at most; 1 or more. */
  readonly capacity: number;
  readonly drainPerSecond: number;
}

export interface LeakyBucket {
  /** Takings that had not drained away at `atMs`. */
  readonly used: number;
  readonly atMs: number;
}

/** A bucket that was measured later than this in the future tells that the clock has gone back. */
export const clockSlackMs = 30_000;
/** Far above what sums of fractions lose, far below one taking. */
export const roundingSlack = 1e-6;

/** A minute's requests at once, and as many in each minute after. */
export const bucketOfMinute = (requestsPerMinute: number): BucketSize => ({
  capacity: requestsPerMinute,
  drainPerSecond: requestsPerMinute / 60,
});

/**
 * Takes `cost` at `nowMs` where the bucket has room for it; what is refused fills nothing. A bucket that was larger before
 * counts as full. The statement in `store/rate-limits` computes the same for a cost of 1.
 */
export function takeFromBucket(
  bucket: LeakyBucket,
  { capacity, drainPerSecond }: BucketSize,
  nowMs: number,
  cost = 1,
): LeakyBucket & { readonly allowed: boolean } {
  const passedMs = Math.max(nowMs - bucket.atMs, 0);
  const drained = Math.max(Math.min(bucket.used, capacity) - (passedMs / 1000) * drainPerSecond, 0);
  const allowed = drained + cost <= capacity + roundingSlack;
  const atMs = bucket.atMs > nowMs + clockSlackMs ? nowMs : Math.max(bucket.atMs, nowMs);
  return { used: allowed ? drained + cost : drained, atMs, allowed };
}

/** Milliseconds until another of that cost would be let in; 0 where it would be now. */
export function waitMs(used: number, { capacity, drainPerSecond }: BucketSize, cost = 1): number {
  return Math.max(((used + cost - capacity) / drainPerSecond) * 1000, 0);
}
