import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBatchOf } from '../../../test/support/batches.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedWorkspace, type Fixture } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { countFieldOf, isConnected } from '../../domain/batches/batch-counts.ts';
import {
  jobOutcomes,
  jobStatuses,
  canJobTransition,
  type JobStatus,
} from '../../domain/batches/batch-state.ts';
import { analyzeBatches, type BatchKey, changeBatchStatus, findBatch } from './batches.ts';
import { type BatchJobRow, changeBatchJob, findBatchJob, jobView, jobViewColumns } from './batch-jobs.ts';
import { eachBatchJob, type BatchJobFilters } from './list-batch-jobs.ts';

let database: TestDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await seedWorkspace(database.db);
});
afterAll(() => database.close());

const scopeOf = (workspaceId = fixture.workspaceId) => database.db.inWorkspace(workspaceId);

const seedBatch = (count: number) => seedBatchOf(database.db, fixture, count);

async function allJobs(key: BatchJobFilters): Promise<BatchJobRow[]> {
  const rows: BatchJobRow[] = [];
  for await (const chunk of eachBatchJob(scopeOf(), key)) rows.push(...chunk);
  return rows;
}

describe('the counts of a batch', () => {
  const step = fc.record({
    job: fc.nat(5),
    to: fc.constantFrom(...jobStatuses.filter((status) => status !== 'skipped')),
    outcome: fc.option(fc.constantFrom(...jobOutcomes), { nil: undefined }),
  });

  it('match the jobs after every change, and only allowed changes succeed', async () => {
    const { workspaceId } = fixture;
    const applySteps = async (
      steps: readonly { job: number; to: JobStatus; outcome: (typeof jobOutcomes)[number] | undefined }[],
    ) => {
      const { batch, jobIdOf } = await seedBatch(6);
      const key = { workspaceId, batchId: batch.id };
      for (const { job, to, outcome } of steps) {
        const jobId = jobIdOf(job);
        const before = (await findBatchJob(scopeOf(), { ...key, jobId }))!;
        const changed = await changeBatchJob(scopeOf(), { ...key, jobId, to, outcome, at: noon });
        expect(changed !== undefined).toBe(canJobTransition(before.status, to));
      }
      const rows = await allJobs(key);
      const batchRow = (await findBatch(scopeOf(), key))!;
      for (const status of jobStatuses)
        expect([status, batchRow[countFieldOf[status]]]).toEqual([
          status,
          rows.filter((row) => row.status === status).length,
        ]);
      expect(batchRow.total).toBe(6);
      expect(batchRow.connected).toBe(rows.filter(({ outcome }) => isConnected(outcome)).length);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 25 }), applySteps), { numRuns: 15 });
  });

  it('match the jobs after concurrent changes', async () => {
    const { batch, jobIdOf } = await seedBatch(40);
    const key = { workspaceId: fixture.workspaceId, batchId: batch.id };
    const dial = async (index: number) =>
      changeBatchJob(scopeOf(), { ...key, jobId: jobIdOf(index), to: 'dialing', at: noon });
    const cancel = changeBatchStatus(scopeOf(), { ...key, to: 'cancelled', at: noon });
    const dialed = await Promise.all(Array.from({ length: 40 }, (_, index) => dial(index)));
    const { cancelled } = (await cancel)!;
    expect(dialed.filter((job) => job !== undefined)).toHaveLength(40 - cancelled);
    expect(await findBatch(scopeOf(), key)).toMatchObject({
      status: 'cancelled',
      total: 40,
      pending: 0,
      cancelled,
      dialing: 40 - cancelled,
    });
  });

  it('count each started call of a job as an attempt', async () => {
    const { batch, jobIdOf } = await seedBatch(1);
    const change = { workspaceId: fixture.workspaceId, batchId: batch.id, jobId: jobIdOf(0), at: noon };
    await changeBatchJob(scopeOf(), { ...change, to: 'dialing' });
    await changeBatchJob(scopeOf(), { ...change, to: 'pending', outcome: 'busy' });
    await changeBatchJob(scopeOf(), { ...change, to: 'dialing' });
    const job = await changeBatchJob(scopeOf(), { ...change, to: 'completed', outcome: 'answered' });
    expect(job).toMatchObject({ attempt: 2, outcome: 'answered', endedAt: noon, dynamic: { a: '"é\\' } });
  });
});

describe('a batch', () => {
  it('changes status only by allowed transitions', async () => {
    const { batch } = await seedBatch(1);
    const change = { workspaceId: fixture.workspaceId, batchId: batch.id, at: noon };
    expect(await changeBatchStatus(scopeOf(), { ...change, to: 'completed' })).toBeUndefined();
    expect(await changeBatchStatus(scopeOf(), { ...change, to: 'running' })).toMatchObject({
      startedAt: noon,
    });
    expect(await changeBatchStatus(scopeOf(), { ...change, to: 'completed' })).toMatchObject({
      endedAt: noon,
    });
    expect(await changeBatchStatus(scopeOf(), { ...change, to: 'cancelled' })).toBeUndefined();
  });

  it('is visible only in its workspace, with its jobs', async () => {
    const { batch, jobIdOf } = await seedBatch(1);
    const other = await seedWorkspace(database.db);
    const key = { workspaceId: fixture.workspaceId, batchId: batch.id };
    expect(await findBatch(scopeOf(other.workspaceId), key)).toBeUndefined();
    expect(await findBatchJob(scopeOf(other.workspaceId), { ...key, jobId: jobIdOf(0) })).toBeUndefined();
  });
});

describe('a cancelled batch', () => {
  const later = new Date(noon.getTime() + 1000);
  const statusesIn = async (key: BatchJobFilters) =>
    (await allJobs(key)).map(({ rowNumber, status }) => [rowNumber, status]);

  async function cancelledBatch(): Promise<{
    readonly key: BatchKey;
    readonly change: (index: number, to: JobStatus) => ReturnType<typeof changeBatchJob>;
  }> {
    const { batch, jobIdOf } = await seedBatch(4);
    const key = { workspaceId: fixture.workspaceId, batchId: batch.id };
    const change = (index: number, to: JobStatus) =>
      changeBatchJob(scopeOf(), { ...key, jobId: jobIdOf(index), to, at: later });
    await change(0, 'dialing');
    await change(1, 'dialing');
    await changeBatchStatus(scopeOf(), { ...key, to: 'cancelled', at: later });
    return { key, change };
  }

  it('lists its pending jobs as cancelled', async () => {
    const { key } = await cancelledBatch();
    expect(await statusesIn(key)).toEqual([
      [2, 'dialing'],
      [3, 'dialing'],
      [4, 'cancelled'],
      [5, 'cancelled'],
    ]);
    expect(await statusesIn({ ...key, status: 'cancelled' })).toEqual([
      [4, 'cancelled'],
      [5, 'cancelled'],
    ]);
    expect(await statusesIn({ ...key, status: 'pending' })).toEqual([]);
    const [first] = await allJobs({ ...key, status: 'cancelled' });
    expect(first).toMatchObject({ updatedAt: later, endedAt: later });
    expect(await findBatchJob(scopeOf(), { ...key, jobId: first!.id })).toEqual(first);
  });

  it('starts and retries no job', async () => {
    const { key, change } = await cancelledBatch();
    for (const to of ['dialing', 'skipped', 'failed', 'cancelled'] as const)
      expect(await change(2, to)).toBeUndefined();
    expect(await change(0, 'pending')).toMatchObject({ status: 'cancelled', endedAt: later });
    expect(await change(1, 'completed')).toMatchObject({ status: 'completed' });
    expect(await findBatch(scopeOf(), key)).toMatchObject({
      total: 4,
      pending: 0,
      dialing: 0,
      completed: 1,
      cancelled: 3,
    });
  });
});

describe('the jobs of a batch', () => {
  it('are paged by an index scan after the batch is analyzed', async () => {
    const { batch } = await seedBatch(3000);
    await analyzeBatches(scopeOf());
    const plan = await scopeOf().rows<{ 'QUERY PLAN': string }>(
      {
        text: `explain select ${jobViewColumns} from ${jobView} where workspace_id = $1 and batch_id = $2
          order by id limit 101`,
      },
      [fixture.workspaceId, batch.id],
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('Index Scan using batch_jobs_pkey');
    expect(text).not.toContain('Sort');
  });

  it('are deleted with the batch', async () => {
    const { batch } = await seedBatch(2);
    const key = { workspaceId: fixture.workspaceId, batchId: batch.id };
    await scopeOf().execute({ text: 'delete from batches where id = $1' }, [batch.id]);
    expect(await allJobs(key)).toEqual([]);
  });

  it('belong to a batch of their workspace', async () => {
    const { batch } = await seedBatch(1);
    const other = await seedWorkspace(database.db);
    const insertJob = (workspaceId: string, batchId: string) =>
      scopeOf(workspaceId).execute(
        {
          text: `insert into batch_jobs (workspace_id, batch_id, id, row_number, phone_number, status, customer, dynamic, run_at,
              created_at, updated_at) values ($1, $2, $3, 2, '+12025550100', 'pending', '{}', '{}', $4, $4, $4)`,
        },
        [workspaceId, batchId, newId('job'), noon],
      );
    expect(await insertJob(fixture.workspaceId, batch.id)).toBe(1);
    await expect(insertJob(fixture.workspaceId, newId('batch'))).rejects.toMatchObject({ code: '23503' });
    await expect(insertJob(other.workspaceId, batch.id)).rejects.toMatchObject({ code: '23503' });
  });
});
