import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { seedWorkspace } from '../../test/support/fixtures.ts';
import { takeCallStart } from './call-starts.ts';

let database: TestDatabase;
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  ({ workspaceId } = await seedWorkspace(database.db));
});
afterAll(() => database.close());

const scope = () => database.db.inWorkspace(workspaceId);
const take = (callStartsPerSecond: number) => takeCallStart(scope(), { workspaceId, callStartsPerSecond });

/** Simulates that `ms` pass: moves the stored arrival time into the past. */
const advance = (ms: number) =>
  database.db.asSystem().execute(
    {
      text: `update call_starts set theoretical_arrival_at = theoretical_arrival_at - $2 * interval '1 ms'
        where workspace_id = $1`,
    },
    [workspaceId, ms],
  );

/** Fills the bucket for a minute, which is longer than the test. */
const fill = () =>
  database.db.asSystem().execute(
    {
      text: `insert into call_starts values ($1, clock_timestamp() + interval '1 min')
        on conflict (workspace_id) do update set theoretical_arrival_at = excluded.theoretical_arrival_at`,
    },
    [workspaceId],
  );

describe('the call starts of a workspace', () => {
  it('are admitted immediately up to the rate per second of the plan', async () => {
    const results = await Promise.all(Array.from({ length: 3 }, () => take(3)));
    expect(results).toEqual(Array.from({ length: 3 }, () => ({ allowed: true, retryAfterMs: 0 })));
  });

  it('are rejected above the rate with the time to wait, then admitted again', async () => {
    await fill();
    const rejected = await take(1);
    expect(rejected.allowed).toBe(false);
    expect(rejected.retryAfterMs).toBeGreaterThan(50_000);
    expect(rejected.retryAfterMs).toBeLessThanOrEqual(60_000);
    await advance(60_000);
    expect((await take(1)).allowed).toBe(true);
  });

  it('do not count if the transaction is rolled back', async () => {
    const rolledBack = scope().transaction(async (tx) => {
      await takeCallStart(tx, { workspaceId, callStartsPerSecond: 1 });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect((await take(1)).allowed).toBe(true);
  });

  it('are counted per workspace', async () => {
    await fill();
    const other = await seedWorkspace(database.db);
    const start = { workspaceId: other.workspaceId, callStartsPerSecond: 1 };
    expect((await takeCallStart(database.db.inWorkspace(other.workspaceId), start)).allowed).toBe(true);
  });
});
