/** What a request was told about its limit. */
export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests that would be taken at once, now. */
  readonly remaining: number;
  /** Seconds until the whole limit is there again. */
  readonly resetSeconds: number;
  /** Seconds until the next request is taken; 0 where it would be now. */
  readonly retryAfterSeconds: number;
}

const windowMs = 60_000;

/**
 * The generic cell rate algorithm (ITU-T I.371, annex A): each key has one number, the time at which its bucket would be
 * full again. A burst of the whole limit is taken, then one request each `60 s / limit`.
 *
 * Kept in this process: with several API nodes each grants the limit by itself.
 */
export class RateLimiter {
  readonly #fullAtMs = new Map<string, number>();
  readonly #keysMax: number;

  constructor(keysMax = 100_000) {
    this.#keysMax = keysMax;
  }

  /** Takes one request of `key` at `nowMs`, or tells when to come again. A refused request costs nothing. */
  take(key: string, limitPerMinute: number, nowMs: number): RateVerdict {
    const intervalMs = windowMs / limitPerMinute;
    const fullAtMs = Math.max(this.#fullAtMs.get(key) ?? nowMs, nowMs);
    const nextFullAtMs = fullAtMs + intervalMs;
    // Half an interval of grace absorbs the rounding of sums of fractions.
    const allowed = nextFullAtMs - nowMs <= windowMs + intervalMs / 2;
    if (allowed) this.#remember(key, nextFullAtMs, nowMs);
    return verdict(allowed, limitPerMinute, (allowed ? nextFullAtMs : fullAtMs) - nowMs);
  }

  /** The state of `key` without taking anything. */
  look(key: string, limitPerMinute: number, nowMs: number): RateVerdict {
    const usedMs = Math.max((this.#fullAtMs.get(key) ?? nowMs) - nowMs, 0);
    return verdict(usedMs + windowMs / limitPerMinute <= windowMs, limitPerMinute, usedMs);
  }

  #remember(key: string, fullAtMs: number, nowMs: number): void {
    if (this.#fullAtMs.size >= this.#keysMax && !this.#fullAtMs.has(key)) this.#forget(nowMs);
    this.#fullAtMs.set(key, fullAtMs);
  }

  /** Buckets that are full again need no memory; should that not be enough, the oldest tenth goes. */
  #forget(nowMs: number): void {
    for (const [key, fullAtMs] of this.#fullAtMs) if (fullAtMs <= nowMs) this.#fullAtMs.delete(key);
    let excess = this.#fullAtMs.size - Math.floor(this.#keysMax * 0.9);
    for (const key of this.#fullAtMs.keys()) {
      if (excess-- <= 0) break;
      this.#fullAtMs.delete(key);
    }
  }
}

function verdict(allowed: boolean, limit: number, usedMs: number): RateVerdict {
  const intervalMs = windowMs / limit;
  const untilNextMs = Math.max(usedMs + intervalMs - windowMs, 0);
  return {
    allowed,
    limit,
    remaining: Math.max(Math.floor((windowMs - usedMs) / intervalMs + 0.5), 0),
    resetSeconds: Math.ceil(usedMs / 1000),
    retryAfterSeconds: allowed ? 0 : Math.max(Math.ceil(untilNextMs / 1000), 1),
  };
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-10, and the older three beside them. */
export function rateLimitHeaders(policy: string, told: RateVerdict): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy}";q=${told.limit};w=${windowMs / 1000}`,
    ratelimit: `"${policy}";r=${told.remaining};t=${told.resetSeconds}`,
    'x-ratelimit-limit': String(told.limit),
    'x-ratelimit-remaining': String(told.remaining),
    'x-ratelimit-reset': String(told.resetSeconds),
    ...(told.allowed ? {} : { 'retry-after': String(told.retryAfterSeconds) }),
  };
}
