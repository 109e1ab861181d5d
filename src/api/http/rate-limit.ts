import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import { bucketPerMinute, takeFromBucket, waitMs, type LeakyBucket } from '../../domain/leaky-bucket.ts';
import type { Database } from '../../store/database.ts';
import { takeRequest } from '../../store/rate-limits.ts';

/** The state of a rate limit after a request. */
export interface RateLimitResult {
  readonly allowed: boolean;
  readonly limit: number;
  /** Further requests that would be allowed now; 0 after a rejection. */
  readonly remaining: number;
  /** Seconds until the full limit is available. */
  readonly resetSeconds: number;
  /** Seconds until a rejected request would be allowed; 0 if the request was allowed. */
  readonly retryAfterSeconds: number;
}

const windowSeconds = 60;

/** The limit is a `maxSize`, because a `max` allocates memory for all buckets at once: 3 MB for 100,000. */
const createBuckets = <Bucket extends LeakyBucket>(maxBuckets: number): LRUCache<string, Bucket> =>
  new LRUCache({ maxSize: maxBuckets, sizeCalculation: () => 1 });

/** Enforces rate limits in the memory of this node, for limits that need not be exact. */
export class LocalRateLimiter {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #buckets: LRUCache<string, LeakyBucket>;

  constructor(clock: Pick<Clock, 'monotonicMs'>, maxBuckets = 100_000) {
    this.#clock = clock;
    this.#buckets = createBuckets(maxBuckets);
  }

  /** Counts a request of the given cost, or rejects it. A rejected request costs nothing. */
  take(bucketName: string, limitPerMinute: number, cost = 1): RateLimitResult {
    const next = this.#next(bucketName, limitPerMinute, cost);
    this.#buckets.set(bucketName, next);
    return toResult(next.allowed, next.used, limitPerMinute, cost);
  }

  /** Returns the state of the limit without counting a request. */
  peek(bucketName: string, limitPerMinute: number): RateLimitResult {
    const { allowed, used } = this.#next(bucketName, limitPerMinute, 1);
    return toResult(allowed, allowed ? used - 1 : used, limitPerMinute);
  }

  /** Returns the state of the bucket after the request. */
  #next(bucketName: string, limitPerMinute: number, cost: number): ReturnType<typeof takeFromBucket> {
    const nowMs = this.#clock.monotonicMs();
    const bucket = this.#buckets.get(bucketName) ?? { used: 0, atMs: nowMs };
    return takeFromBucket(bucket, bucketPerMinute(limitPerMinute), nowMs, cost);
  }
}

/** A full bucket, cached after a rejection. */
interface FullBucket extends LeakyBucket {
  readonly limit: number;
}

/**
 * Enforces rate limits in the database, exactly across all nodes and restarts. After a rejection, further requests are rejected from
 * memory until the bucket has capacity again. Requests of one key or workspace query the database one at a time, so that a
 * flood of them occupies one connection.
 */
export class SharedRateLimiter {
  readonly #database: Database;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #fullBuckets: LRUCache<string, FullBucket>;
  readonly #pending = new Map<string, Promise<unknown>>();

  constructor(database: Database, clock: Pick<Clock, 'monotonicMs'>, maxBuckets = 100_000) {
    this.#database = database;
    this.#clock = clock;
    this.#fullBuckets = createBuckets(maxBuckets);
  }

  /**
   * Counts a request or rejects it.
   * @param limitedId the id of the key, or of the workspace for the limit of all its keys
   */
  async take(workspaceId: string, limitedId: string, limitPerMinute: number): Promise<RateLimitResult> {
    const bucketName = `${limitedId} ${workspaceId}`;
    const previous = this.#pending.get(bucketName) ?? Promise.resolve();
    const current = previous
      .catch(() => {
        // The earlier request reports its own failure.
      })
      .then(
        () =>
          this.#cachedRejection(bucketName, limitPerMinute) ??
          this.#takeShared(workspaceId, limitedId, limitPerMinute),
      );
    this.#pending.set(bucketName, current);
    try {
      return await current;
    } finally {
      if (this.#pending.get(bucketName) === current) this.#pending.delete(bucketName);
    }
  }

  /** Returns the rejection while the bucket is full. A full bucket only drains, so a rejection stays valid until it has capacity again. */
  #cachedRejection(bucketName: string, limit: number): RateLimitResult | undefined {
    const bucket = this.#fullBuckets.get(bucketName);
    if (bucket === undefined || bucket.limit !== limit) return undefined;
    const size = bucketPerMinute(limit);
    const passedSeconds = (this.#clock.monotonicMs() - bucket.atMs) / 1000;
    const used = bucket.used - passedSeconds * size.drainPerSecond;
    if (waitMs(used, size) > 0) return toResult(false, used, limit);
    this.#fullBuckets.delete(bucketName);
    return undefined;
  }

  async #takeShared(workspaceId: string, limitedId: string, limit: number): Promise<RateLimitResult> {
    const db = this.#database.inWorkspace(workspaceId);
    const bucket = { workspaceId, holder: limitedId, ...bucketPerMinute(limit) };
    const { allowed, used } = await takeRequest(db, bucket);
    if (!allowed)
      this.#fullBuckets.set(`${limitedId} ${workspaceId}`, { used, limit, atMs: this.#clock.monotonicMs() });
    return toResult(allowed, used, limit);
  }
}

function toResult(allowed: boolean, used: number, limit: number, cost = 1): RateLimitResult {
  const size = bucketPerMinute(limit);
  return {
    allowed,
    limit,
    remaining: allowed ? Math.max(Math.floor(limit - used + 1e-6), 0) : 0,
    resetSeconds: Math.ceil(used / size.drainPerSecond - 1e-3),
    retryAfterSeconds: allowed ? 0 : Math.max(Math.ceil(waitMs(used, size, cost) / 1000), 1),
  };
}

/** Returns the headers of draft-ietf-httpapi-ratelimit-headers-10, the older X-RateLimit headers and, after a rejection, Retry-After. */
export function rateLimitHeaders(policy: string, result: RateLimitResult): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy}";q=${result.limit};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${result.remaining};t=${result.resetSeconds}`,
    'x-ratelimit-limit': String(result.limit),
    'x-ratelimit-remaining': String(result.remaining),
    'x-ratelimit-reset': String(result.resetSeconds),
    ...(result.allowed ? {} : { 'retry-after': String(result.retryAfterSeconds) }),
  };
}
