import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedBatchOf } from '../../../test/support/batches.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedWorkspace, type Fixture } from '../../../test/support/fixtures.ts';
import { CallingWindow } from '../../domain/calling-hours/calling-window.ts';
import { changeBatchStatus } from '../batches/batches.ts';
import { findBatchJob } from '../batches/batch-jobs.ts';
import { listBatchJobs } from '../batches/list-batch-jobs.ts';
import { settleChecks } from '../predial-checks.ts';
import { updateWorkspace, type WorkspaceChange } from '../workspaces.ts';
import { findDueJobs, lockBatchToDial, settleJobs } from './claims.ts';
import { findNextJob, resumeDeferred } from './batches-to-dial.ts';

const hourLater = new Date(noon.getTime() + 3_600_000);

let database: TestDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedWorkspace(database.db);
});

const system = () => database.db.asSystem();
const scope = () => database.db.inWorkspace(fixture.workspaceId);

describe('deferred jobs', () => {
  const defer = async (hoursVersion: number) => {
    const { workspaceId } = fixture;
    const seeded = await seedBatchOf(database.db, fixture, 3);
    const key = { workspaceId, batchId: seeded.batch.id, at: hourLater };
    const tomorrow = new Date(hourLater.getTime() + 86_400_000);
    await system().transaction(async (tx) => {
      const due = await findDueJobs(tx, { ...key, except: [], limit: 2 });
      const deferred = due.map(
        ({ ctid }) => ({ ctid, to: 'pending', runAt: tomorrow, detail: null }) as const,
      );
      await settleJobs(tx, { ...key, hoursVersion }, deferred);
    });
    const dueNow = () =>
      system().transaction(async (tx) => (await findDueJobs(tx, { ...key, except: [], limit: 9 })).length);
    const resume = (version: number) =>
      system().transaction((tx) => resumeDeferred(tx, { ...key, hoursVersion: version }));
    return { key, dueNow, resume };
  };

  it('are due again when the calling hours change', async () => {
    const { key, dueNow, resume } = await defer(1);
    expect([await dueNow(), (await findNextJob(system(), key))!.isDeferred]).toEqual([1, false]);
    expect([await resume(1), await dueNow()]).toEqual([0, 1]);
    expect([await resume(2), await dueNow(), await resume(3)]).toEqual([2, 3, 0]);
  });

  it('remain deferred while the calling hours are unchanged', async () => {
    const { dueNow, resume } = await defer(0);
    expect([await resume(0), await dueNow(), await resume(1), await dueNow()]).toEqual([0, 1, 2, 3]);
  });

  it('remain deferred after an earlier predial check, unless it sets a retry', async () => {
    const { key, resume } = await defer(1);
    await changeBatchStatus(scope(), { ...key, to: 'running' });
    const { rows } = await listBatchJobs(scope(), { ...key, limit: 2 });
    const [cleared, unknown] = rows.map(({ id }) => ({ jobId: id, attempt: 0, to: 'pending' as const }));
    const unchanged = { outcome: null, detail: null, clearedUntil: null, runAt: null };
    await settleChecks(system(), key, [
      { ...unchanged, ...cleared!, clearedUntil: hourLater },
      { ...unchanged, ...unknown!, runAt: hourLater },
    ]);
    expect(await resume(2)).toBe(1);
  });

  it('state in their detail that the hours never allow them, and later have their previous detail', async () => {
    const { workspaceId } = fixture;
    const seeded = await seedBatchOf(database.db, fixture, 1);
    const key = { workspaceId, batchId: seeded.batch.id, at: hourLater };
    const busy = { text: `update batch_jobs set detail = 'Busy.' where workspace_id = $1 and batch_id = $2` };
    await scope().execute(busy, [workspaceId, key.batchId]);
    const defer = (hoursVersion: number, detail: string | null) =>
      system().transaction(async (tx) => {
        const due = await findDueJobs(tx, { ...key, except: [], limit: 1 });
        const deferred = due.map(({ ctid }) => ({ ctid, to: 'pending', runAt: hourLater, detail }) as const);
        await settleJobs(tx, { ...key, hoursVersion }, deferred);
      });
    const resume = (hoursVersion: number) =>
      system().transaction((tx) => resumeDeferred(tx, { ...key, hoursVersion }));
    const detail = async () => (await findBatchJob(scope(), { ...key, jobId: seeded.jobIdOf(0) }))!.detail;
    await defer(1, 'Never.');
    expect(await detail()).toBe('Never.');
    await defer(1, null);
    expect(await detail()).toBe('Busy.');
    await defer(1, 'Never.');
    expect([await resume(2), await detail()]).toEqual([1, 'Busy.']);
  });

  it('use a version that increases only when the calling hours change', async () => {
    const { key } = await defer(0);
    const { workspaceId } = fixture;
    const version = async () => (await system().transaction((tx) => lockBatchToDial(tx, key)))!.hoursVersion;
    const change = (changes: Partial<WorkspaceChange>) =>
      updateWorkspace(scope(), { workspaceId, at: noon, ...changes });
    await change({ name: 'Another', callingHours: 'law', callingWindow: null });
    expect(await version()).toBe(0);
    await change({ callingHours: 'off' });
    expect(await version()).toBe(1);
    const callingWindow = CallingWindow.parse({ windows: [{ start: '09:00', end: '10:00' }] });
    await change({ callingWindow });
    await change({ callingWindow });
    expect(await version()).toBe(2);
  });
});
