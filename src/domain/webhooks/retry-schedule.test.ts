import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../core/random.ts';
import { jitterShare, retryDelayMs, retryDelaysMs } from './retry-schedule.ts';

const noJitter = { fraction: () => 0 };

describe('retryDelayMs', () => {
  it('retries nine times within 75 h 35 min 5 s', () => {
    const delays = Array.from({ length: 10 }, (_, retries) => retryDelayMs(retries, undefined, noJitter));
    expect(delays).toEqual([...retryDelaysMs, undefined]);
    expect(retryDelaysMs.reduce((sum, delayMs) => sum + delayMs, 0)).toBe(((75 * 60 + 35) * 60 + 5) * 1000);
  });

  it('lengthens each delay by at most the share of the jitter', () => {
    const random = seededRandom(5);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), (retries) => {
        const delayMs = retryDelayMs(retries, undefined, random)!;
        expect(delayMs).toBeGreaterThanOrEqual(retryDelaysMs[retries]!);
        expect(delayMs).toBeLessThanOrEqual(retryDelaysMs[retries]! * (1 + jitterShare));
      }),
    );
  });

  it('waits as long as Retry-After requests', () => {
    expect(retryDelayMs(0, 60_000, noJitter)).toBe(60_000);
    expect(retryDelayMs(1, 60_000, noJitter)).toBe(300_000);
    expect(retryDelayMs(9, 60_000, noJitter)).toBeUndefined();
  });
});
