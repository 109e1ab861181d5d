import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { seedWorkspace } from '../../../test/support/fixtures.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import type { Database } from '../../store/database.ts';
import { LocalRateLimiter, rateLimitHeaders, SharedRateLimiter } from './rate-limit.ts';

describe('LocalRateLimiter', () => {
  const createClock = () => new ManualClock();

  it('allows the requests of a minute without delay, then one more per interval', async () => {
    const clock = createClock();
    const limiter = new LocalRateLimiter(clock);
    const burst = Array.from({ length: 60 }, () => limiter.take('key', 60).allowed);
    expect(burst.every(Boolean)).toBe(true);
    expect(limiter.take('key', 60)).toEqual({
      allowed: false,
      limit: 60,
      remaining: 0,
      resetSeconds: 60,
      retryAfterSeconds: 1,
    });
    await clock.advance(1000);
    expect(limiter.take('key', 60).allowed).toBe(true);
    expect(limiter.take('key', 60).allowed).toBe(false);
  });

  it('returns the remaining requests of each bucket', () => {
    const limiter = new LocalRateLimiter(createClock());
    expect([1, 2, 3].map(() => limiter.take('a', 3).remaining)).toEqual([2, 1, 0]);
    expect(limiter.take('b', 3).remaining).toBe(2);
  });

  it('returns a Retry-After time after which the request is allowed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 600 }), async (limit) => {
        const clock = createClock();
        const limiter = new LocalRateLimiter(clock);
        for (let count = 0; count < limit; count += 1) limiter.take('key', limit);
        await clock.advance(limiter.take('key', limit).retryAfterSeconds * 1000);
        expect(limiter.take('key', limit).allowed).toBe(true);
      }),
    );
  });

  it('keeps at most the maximum number of buckets', () => {
    const limiter = new LocalRateLimiter(createClock(), 10);
    for (let count = 0; count < 1000; count += 1) limiter.take(`key ${count}`, 1);
    expect(limiter.take('key 999', 1).allowed).toBe(false);
    expect(limiter.take('key 0', 1).allowed).toBe(true);
  });
});

describe('SharedRateLimiter', () => {
  let database: TestDatabase;
  let workspaceId: string;
  let clock: ManualClock;
  beforeAll(async () => {
    database = await createTestDatabase({ poolSize: 6 });
  });
  beforeEach(async () => {
    ({ workspaceId } = await seedWorkspace(database.db));
    clock = new ManualClock();
  });
  afterAll(() => database.close());

  /** Creates the limiter of one node and returns its `take` function. */
  const createNodeTake = (db: Database = database.db) => {
    const limiter = new SharedRateLimiter(db, clock);
    return (limit: number, keyId = 'key_1') => limiter.take(workspaceId, keyId, limit);
  };

  const takeMany = (count: number, take: (index: number) => Promise<{ allowed: boolean }>) =>
    Promise.all(Array.from({ length: count }, (_, index) => take(index)));

  const countAllowed = (results: readonly { allowed: boolean }[]) =>
    results.filter(({ allowed }) => allowed).length;

  /** Advances the time of the database and of this process by 30 s. */
  const advanceHalfMinute = async () => {
    const text = `update rate_limits set measured_at = measured_at - interval '30 s'`;
    await database.db.asSystem().execute({ text });
    await clock.advance(30_000);
  };

  it('is exact for 64 concurrent requests', async () => {
    const take = createNodeTake();
    expect(countAllowed(await takeMany(64, () => take(5)))).toBe(5);
  });

  it('is exact across nodes', async () => {
    const takesOfNodes = [createNodeTake(), createNodeTake(), createNodeTake()];
    expect(countAllowed(await takeMany(64, (index) => takesOfNodes[index % 3]!(7)))).toBe(7);
  });

  it('is exact across a restart', async () => {
    expect(countAllowed(await takeMany(3, () => createNodeTake()(4)))).toBe(3);
    const restarted = createNodeTake();
    expect(countAllowed(await takeMany(3, () => restarted(4)))).toBe(1);
  });

  it('allows as many requests again as have drained from the bucket', async () => {
    const take = createNodeTake();
    await takeMany(4, () => take(4));
    await advanceHalfMinute();
    expect(countAllowed(await takeMany(4, () => take(4)))).toBe(2);
  });

  it('rejects from memory, without queries, until the bucket has drained', async () => {
    let queries = 0;
    const counting = {
      ...database.db,
      inWorkspace(id: string) {
        queries += 1;
        return database.db.inWorkspace(id);
      },
    };
    const take = createNodeTake(counting);
    await takeMany(100, () => take(2));
    expect(queries).toBe(3);
    expect(await take(2)).toMatchObject({ allowed: false, retryAfterSeconds: 30 });
    await clock.advance(10_000);
    expect(await take(2)).toMatchObject({ allowed: false, retryAfterSeconds: 20 });
    expect(queries).toBe(3);
    await advanceHalfMinute();
    expect((await take(2)).allowed).toBe(true);
  });

  it('queries the database again after a change of the limit', async () => {
    const take = createNodeTake();
    await takeMany(3, () => take(2));
    expect((await take(20)).allowed).toBe(true);
  });

  it('rejects only the request whose query fails, not the next one', async () => {
    let isUnavailable = true;
    const failing = {
      inWorkspace(id: string) {
        if (isUnavailable) throw new Error('The database is unavailable.');
        return database.db.inWorkspace(id);
      },
    } as Database;
    const take = createNodeTake(failing);
    await expect(take(2)).rejects.toThrow('unavailable');
    isUnavailable = false;
    expect((await take(2)).allowed).toBe(true);
  });
});

describe('rateLimitHeaders', () => {
  it('has the policy, the remaining requests and the wait', () => {
    const result = { allowed: false, limit: 60, remaining: 0, resetSeconds: 60, retryAfterSeconds: 1 };
    expect(rateLimitHeaders('key', result)).toEqual({
      'ratelimit-policy': '"key";q=60;w=60',
      ratelimit: '"key";r=0;t=60',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '60',
      'retry-after': '1',
    });
  });
});
