import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBatchOf } from '../../../test/support/batches.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedWorkspace, type Fixture } from '../../../test/support/fixtures.ts';
import { figureOf, isConnected } from '../../domain/batches/batch-figures.ts';
import { jobOutcomes, jobStatuses, mayJobFollow, type JobStatus } from '../../domain/batches/batch-state.ts';
import type { BatchJobRow } from './batch-job-row.ts';
import type { WhichBatch } from './batch-row.ts';
import { cancelPendingJobs } from './cancel-pending-jobs.ts';
import { changeBatchJob } from './change-batch-job.ts';
import { changeBatchStatus } from './change-batch-status.ts';
import { findBatchJob } from './find-batch-job.ts';
import { findBatch } from './find-batch.ts';
import { eachBatchJob } from './list-batch-jobs.ts';

let database: TestDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await seedWorkspace(database.db);
});
afterAll(() => database.close());

const scopeOf = (workspaceId = fixture.workspaceId) => database.db.inWorkspace(workspaceId);

const seedBatch = (count: number) => seedBatchOf(database.db, fixture, count);

async function allJobs(which: WhichBatch): Promise<BatchJobRow[]> {
  const rows: BatchJobRow[] = [];
  for await (const some of eachBatchJob(scopeOf(), which)) rows.push(...some);
  return rows;
}

describe('the figures of a batch', () => {
  const step = fc.record({
    job: fc.nat(5),
    to: fc.constantFrom(...jobStatuses.filter((status) => status !== 'skipped')),
    outcome: fc.option(fc.constantFrom(...jobOutcomes), { nil: undefined }),
  });

  it('add up after every change, and only legal changes are made', async () => {
    const { workspaceId } = fixture;
    const walk = async (
      steps: readonly { job: number; to: JobStatus; outcome: (typeof jobOutcomes)[number] | undefined }[],
    ) => {
      const { batch, jobIdOf } = await seedBatch(6);
      const which = { workspaceId, batchId: batch.id };
      for (const { job, to, outcome } of steps) {
        const jobId = jobIdOf(job);
        const before = (await findBatchJob(scopeOf(), { ...which, jobId }))!;
        const changed = await changeBatchJob(scopeOf(), { ...which, jobId, to, outcome, at: noon });
        expect(changed !== undefined).toBe(mayJobFollow(before.status, to));
      }
      const rows = await allJobs(which);
      const figures = (await findBatch(scopeOf(), which))!;
      for (const status of jobStatuses)
        expect([status, figures[figureOf[status]]]).toEqual([
          status,
          rows.filter((row) => row.status === status).length,
        ]);
      expect(figures.total).toBe(6);
      expect(figures.connected).toBe(rows.filter(({ outcome }) => isConnected(outcome)).length);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 25 }), walk), { numRuns: 15 });
  });

  it('add up when many change at once', async () => {
    const { batch, jobIdOf } = await seedBatch(40);
    const which = { workspaceId: fixture.workspaceId, batchId: batch.id };
    const dial = async (index: number) =>
      changeBatchJob(scopeOf(), { ...which, jobId: jobIdOf(index), to: 'dialing', at: noon });
    const cancel = scopeOf().transaction(async (tx) => {
      await changeBatchStatus(tx, { ...which, to: 'cancelled', at: noon });
      return cancelPendingJobs(tx, { ...which, at: noon });
    });
    const dialed = await Promise.all(Array.from({ length: 40 }, (_, index) => dial(index)));
    const cancelled = await cancel;
    const figures = (await findBatch(scopeOf(), which))!;
    expect(dialed.filter((job) => job !== undefined)).toHaveLength(figures.dialing);
    expect(figures).toMatchObject({
      status: 'cancelled',
      total: 40,
      pending: 0,
      cancelled,
      dialing: 40 - cancelled,
    });
  });

  it('count calls begun in the attempt', async () => {
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
  it('follows only the statuses that may follow', async () => {
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

  it('is seen in its workspace alone, with its jobs', async () => {
    const { batch, jobIdOf } = await seedBatch(1);
    const stranger = await seedWorkspace(database.db);
    const which = { workspaceId: fixture.workspaceId, batchId: batch.id };
    expect(await findBatch(scopeOf(stranger.workspaceId), which)).toBeUndefined();
    expect(
      await findBatchJob(scopeOf(stranger.workspaceId), { ...which, jobId: jobIdOf(0) }),
    ).toBeUndefined();
  });
});

describe('the jobs of a large batch', () => {
  it('are all cancelled, some thousands at a time', async () => {
    const { batch } = await seedBatch(20_001);
    const which = { workspaceId: fixture.workspaceId, batchId: batch.id };
    expect(await scopeOf().transaction((tx) => cancelPendingJobs(tx, { ...which, at: noon }))).toBe(20_001);
    expect(await findBatch(scopeOf(), which)).toMatchObject({ pending: 0, cancelled: 20_001 });
  });
});
