/**
 * The size of a leaky bucket: the generic cell rate algorithm as a continuous-state leaky bucket (ITU-T I.371, annex A). Each request
 * adds one and the bucket drains at a constant rate. A burst of the whole capacity is allowed, then one request per drained unit.
 */
export interface BucketSize {
  /** Maximum burst; at least 1. */
  readonly capacity: number;
  readonly drainPerSecond: number;
}

/** The level of a bucket at an instant. */
export interface LeakyBucket {
  /** Requests that had not drained at `atMs`. */
  readonly used: number;
  readonly atMs: number;
}

/** If `atMs` of a bucket is more than this time in the future, the clock was set back. */
export const clockToleranceMs = 30_000;
/** Tolerance for the rounding errors of sums, in requests. Far below one request. */
export const roundingTolerance = 1e-6;

/** Returns a bucket that allows `requestsPerMinute` at once and the same number in each later minute. */
export const bucketPerMinute = (requestsPerMinute: number): BucketSize => ({
  capacity: requestsPerMinute,
  drainPerSecond: requestsPerMinute / 60,
});

/**
 * Adds `cost` to the bucket at `nowMs` if it has the capacity. A rejected request adds nothing. A bucket above its capacity counts as full.
 * The statement in `store/rate-limits` computes the same for a cost of 1.
 */
export function takeFromBucket(
  bucket: LeakyBucket,
  { capacity, drainPerSecond }: BucketSize,
  nowMs: number,
  cost = 1,
): LeakyBucket & { readonly allowed: boolean } {
  const passedMs = Math.max(nowMs - bucket.atMs, 0);
  const drained = Math.max(Math.min(bucket.used, capacity) - (passedMs / 1000) * drainPerSecond, 0);
  const allowed = drained + cost <= capacity + roundingTolerance;
  const atMs = bucket.atMs > nowMs + clockToleranceMs ? nowMs : Math.max(bucket.atMs, nowMs);
  return { used: allowed ? drained + cost : drained, atMs, allowed };
}

/** Returns the milliseconds until a request of that cost is allowed; 0 if it is allowed now. */
export function waitMs(used: number, { capacity, drainPerSecond }: BucketSize, cost = 1): number {
  return Math.max(((used + cost - capacity) / drainPerSecond) * 1000, 0);
}
