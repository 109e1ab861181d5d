import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedWorkspace } from '../../test/support/fixtures.ts';
import { bucketPerMinute, takeFromBucket } from '../domain/leaky-bucket.ts';
import { takeRequest } from './rate-limits.ts';

let database: TestDatabase;
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 12 });
});
beforeEach(async () => {
  ({ workspaceId } = await seedWorkspace(database.db));
});
afterAll(() => database.close());

const take = (limit: number, holder = 'key_1', now?: Date) =>
  takeRequest(database.db.inWorkspace(workspaceId), { workspaceId, holder, ...bucketPerMinute(limit), now });

const after = (ms: number) => new Date(noon.getTime() + ms);

describe('the requests of a key', () => {
  it('are admitted exactly up to the limit under concurrency', async () => {
    const results = await Promise.all(Array.from({ length: 64 }, () => take(40, 'key_1', noon)));
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(40);
    expect(Math.max(...results.map(({ used }) => used))).toBe(40);
  });

  it('are limited like the bucket of the domain, for any intervals', async () => {
    let run = 0;
    const gaps = fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), gaps, async (limit, gapsMs) => {
        run += 1;
        let bucket = { used: 0, atMs: 0 };
        let nowMs = 0;
        for (const gapMs of gapsMs) {
          nowMs += gapMs;
          const expected = takeFromBucket(bucket, bucketPerMinute(limit), nowMs);
          const { allowed, used } = await take(limit, `key ${run}`, after(nowMs));
          expect([allowed, used.toFixed(6)]).toEqual([expected.allowed, expected.used.toFixed(6)]);
          bucket = expected;
        }
      }),
      { numRuns: 25 },
    );
  });

  it('are measured on the clock of the database, which all nodes share', async () => {
    expect((await take(1)).allowed).toBe(true);
    expect((await take(1)).allowed).toBe(false);
    const inTwoMinutes = new Date(Date.now() + 120_000);
    expect((await take(1, 'key_1', inTwoMinutes)).allowed).toBe(true);
  });

  it('are admitted soon after the clock of the database is set back by an hour', async () => {
    await take(60, 'key_1', after(3_600_000));
    for (let count = 1; count < 60; count += 1) await take(60, 'key_1', after(3_600_000));
    expect((await take(60, 'key_1', noon)).allowed).toBe(false);
    expect((await take(60, 'key_1', after(1000))).allowed).toBe(true);
    expect((await take(60, 'key_1', after(1000))).allowed).toBe(false);
  });

  it('are counted per key and workspace', async () => {
    await take(1, 'key_1', noon);
    expect((await take(1, 'key_2', noon)).allowed).toBe(true);
    const home = workspaceId;
    ({ workspaceId } = await seedWorkspace(database.db));
    expect((await take(1, 'key_1', noon)).allowed).toBe(true);
    workspaceId = home;
    expect((await take(1, 'key_1', noon)).allowed).toBe(false);
  });
});
