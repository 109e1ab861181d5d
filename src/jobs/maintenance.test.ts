import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { seedWorkspace } from '../../test/support/fixtures.ts';
import { silentLogger, type Logger } from '../core/logger.ts';
import { acquireSlot, countSlots } from '../store/concurrency-slots.ts';
import { enqueueJob } from './enqueue-job.ts';
import { recountAll, purgeExpired } from './maintenance.ts';

let database: TestDatabase;
let workspaceId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ workspaceId } = await seedWorkspace(database.db));
});
afterAll(() => database.close());

const system = () => database.db.asSystem();

async function createJob(state: 'queued' | 'failed' | 'unknown', daysAgo: number): Promise<number> {
  const id = await enqueueJob(system(), { kind: 'x', payload: {}, workspaceId });
  const text = `update jobs set state = $2, run_at = now() - $3 * interval '1 day' where id = $1`;
  await system().execute({ text }, [id, state, daysAgo]);
  return id!;
}

describe('purgeExpired', () => {
  it('deletes old failed and unknown jobs, but not queued or recently failed jobs', async () => {
    await createJob('failed', 31);
    await createJob('unknown', 31);
    const keptIds = [await createJob('failed', 29), await createJob('queued', 31)];
    await purgeExpired(database.db);
    const rows = await system().rows<{ id: number }>({ text: 'select id from jobs order by id' });
    expect(rows.map(({ id }) => id)).toEqual(keptIds);
  });
});

describe('recountAll', () => {
  const errors: unknown[] = [];
  const logger: Logger = {
    ...silentLogger,
    child: () => logger,
    error: (fields: unknown) => errors.push(fields),
  };

  it('logs nothing if all counters are correct', async () => {
    const slot = { workspaceId, callId: 'call_1', limit: 5, owner: 'node-1', leaseMs: 60_000 };
    await acquireSlot(database.db.inWorkspace(workspaceId), slot);
    await recountAll(database.db, logger);
    expect(errors).toEqual([]);
  });

  it('corrects wrong counters and logs them', async () => {
    await system().execute({ text: 'update concurrency_counters set active = 4 where holder = $1' }, [
      workspaceId,
    ]);
    await recountAll(database.db, logger);
    expect(await countSlots(database.db.inWorkspace(workspaceId), { workspaceId })).toBe(1);
    expect(errors).toEqual([{ slots: 1, groups: 0, calls: 0, conversations: 0, dispositions: 0 }]);
  });
});
