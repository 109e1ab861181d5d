import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateLimitHeaders, RateLimiter } from './rate-limit.ts';

describe('the rate limit', () => {
  it('takes a whole minute at once, then one more each interval', () => {
    const limiter = new RateLimiter();
    const burst = Array.from({ length: 60 }, () => limiter.take('key', 60, 0).allowed);
    expect(burst.every(Boolean)).toBe(true);
    expect(limiter.take('key', 60, 0)).toEqual({
      allowed: false,
      limit: 60,
      remaining: 0,
      resetSeconds: 60,
      retryAfterSeconds: 1,
    });
    expect(limiter.take('key', 60, 1000).allowed).toBe(true);
    expect(limiter.take('key', 60, 1000).allowed).toBe(false);
  });

  it('counts down what remains', () => {
    const limiter = new RateLimiter();
    expect([1, 2, 3].map(() => limiter.take('key', 3, 0).remaining)).toEqual([2, 1, 0]);
    expect(limiter.look('key', 3, 20_000).remaining).toBe(1);
  });

  it('keeps keys apart', () => {
    const limiter = new RateLimiter();
    limiter.take('a', 1, 0);
    expect(limiter.take('a', 1, 0).allowed).toBe(false);
    expect(limiter.take('b', 1, 0).allowed).toBe(true);
  });

  it('never lets more through than the burst and what has flowed back', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 300 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), steps, (limit, gapsMs) => {
        const limiter = new RateLimiter();
        let nowMs = 0;
        let taken = 0;
        for (const gapMs of gapsMs) {
          nowMs += gapMs;
          if (limiter.take('key', limit, nowMs).allowed) taken += 1;
        }
        expect(taken).toBeLessThanOrEqual(limit + Math.floor((nowMs * limit) / 60_000 + 0.5));
      }),
    );
  });

  it('tells a refused caller a moment at which it is taken', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), (limit) => {
        const limiter = new RateLimiter();
        for (let count = 0; count < limit; count += 1) limiter.take('key', limit, 0);
        const { retryAfterSeconds } = limiter.take('key', limit, 0);
        expect(limiter.take('key', limit, retryAfterSeconds * 1000).allowed).toBe(true);
      }),
    );
  });

  it('holds no more keys than it may', () => {
    const limiter = new RateLimiter(10);
    for (let count = 0; count < 1000; count += 1) limiter.take(`key ${count}`, 1, 0);
    expect(limiter.take('key 999', 1, 0).allowed).toBe(false);
    expect(limiter.take('key 0', 1, 0).allowed).toBe(true);
  });
});

describe('the headers', () => {
  it('tell the policy and what is left of it', () => {
    const told = { allowed: false, limit: 60, remaining: 0, resetSeconds: 60, retryAfterSeconds: 1 };
    expect(rateLimitHeaders('key', told)).toEqual({
      'ratelimit-policy': '"key";q=60;w=60',
      ratelimit: '"key";r=0;t=60',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '60',
      'retry-after': '1',
    });
  });
});
