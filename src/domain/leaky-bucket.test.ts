import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bucketPerMinute,
  clockToleranceMs,
  takeFromBucket,
  waitMs,
  type LeakyBucket,
} from './leaky-bucket.ts';

const limits = fc.integer({ min: 1, max: 1000 });
const gapsMs = fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 300 });
const empty: LeakyBucket = { used: 0, atMs: 0 };

/** Returns the instants at which requests with these gaps were allowed. */
function admissions(limit: number, gaps: readonly number[]): number[] {
  let bucket = empty;
  let nowMs = 0;
  return gaps.flatMap((gapMs) => {
    nowMs += gapMs;
    const result = takeFromBucket(bucket, bucketPerMinute(limit), nowMs);
    bucket = result;
    return result.allowed ? [nowMs] : [];
  });
}

describe('a leaky bucket', () => {
  it('allows in any window at most its capacity plus the amount that drains in that window', () => {
    fc.assert(
      fc.property(limits, gapsMs, (limit, gaps) => {
        const atMs = admissions(limit, gaps);
        for (const [first, startMs] of atMs.entries()) {
          for (let last = first; last < atMs.length; last += 1) {
            const allowance = limit + ((atMs[last]! - startMs) * limit) / 60_000;
            expect(last - first + 1).toBeLessThanOrEqual(allowance + 1e-3);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('never rejects a client that does not exceed the rate', () => {
    fc.assert(
      fc.property(limits, fc.array(fc.double({ min: 1, max: 3, noNaN: true })), (limit, factors) => {
        const gaps = factors.map((factor) => (factor * 60_000) / limit);
        expect(admissions(limit, gaps)).toHaveLength(gaps.length);
      }),
    );
  });

  it('allows a burst of exactly its capacity', () => {
    fc.assert(
      fc.property(limits, (limit) => {
        expect(
          admissions(
            limit,
            Array.from({ length: limit + 5 }, () => 0),
          ),
        ).toHaveLength(limit);
      }),
    );
  });

  it('allows the next request after the returned wait and not one millisecond earlier', () => {
    fc.assert(
      fc.property(limits, fc.double({ min: 0, max: 1, noNaN: true }), (limit, part) => {
        const size = bucketPerMinute(limit);
        const full = { used: limit - 1 + part, atMs: 0 };
        const untilMs = waitMs(full.used, size);
        expect(takeFromBucket(full, size, untilMs).allowed).toBe(true);
        const tooEarly = untilMs > 1 && takeFromBucket(full, size, untilMs - 1).allowed;
        expect(tooEarly).toBe(false);
      }),
    );
  });

  it('counts as full, not above full, after its capacity was lowered', () => {
    const lowered = takeFromBucket({ used: 600, atMs: 0 }, bucketPerMinute(60), 0);
    expect(lowered).toMatchObject({ allowed: false, used: 60 });
    expect(takeFromBucket(lowered, bucketPerMinute(60), 1000).allowed).toBe(true);
  });

  it('continues to drain after the clock was set back by a day', () => {
    const size = bucketPerMinute(60);
    const ahead = { used: 60, atMs: 86_400_000 };
    const jumped = takeFromBucket(ahead, size, 0);
    expect(jumped).toMatchObject({ allowed: false, atMs: 0 });
    expect(takeFromBucket(jumped, size, 1000).allowed).toBe(true);
  });

  it('does not drain for a request whose clock is slightly behind', () => {
    const size = bucketPerMinute(60);
    const late = takeFromBucket({ used: 60, atMs: clockToleranceMs }, size, 0);
    expect(late).toMatchObject({ allowed: false, used: 60, atMs: clockToleranceMs });
  });
});
