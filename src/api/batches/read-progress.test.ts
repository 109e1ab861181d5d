import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, assignNumber, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, batchFileOf, seedBatchOf, startBatchOf } from '../../../test/support/batches.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import type { WaitingReason } from '../../domain/batches/batch-state.ts';
import { changeBatchStatus } from '../../store/batches/batches.ts';
import { recordWaitingReason } from '../../store/dialing/claims.ts';
import { readProgress } from './read-progress.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
});
afterAll(() => api.close());

const progressOf = (batchId: string) => api.send('GET', `${batchesPath}/${batchId}/status`);

describe('the progress of a batch that waits', () => {
  const db = () => api.database.inWorkspace(api.workspaceId);
  let dueAt: Date;
  beforeAll(() => {
    dueAt = new Date(api.clock.now() + 3_600_000);
  });

  async function waitingBatch(status: 'running' | 'paused', waitingFor: WaitingReason): Promise<string> {
    const seeded = await seedBatchOf(api.database, api, 2);
    const batchChange = { workspaceId: api.workspaceId, batchId: seeded.batch.id, at: noon };
    await changeBatchStatus(db(), { ...batchChange, to: status });
    await recordWaitingReason(db(), { ...batchChange, waitingFor });
    await db().execute({ text: 'update batch_jobs set run_at = $2 where batch_id = $1' }, [
      batchChange.batchId,
      dueAt,
    ]);
    const callee = { batchId: batchChange.batchId, jobId: seeded.jobIdOf(0) };
    const call = await seedCall(api.database, api, { ...callee, at: new Date(api.clock.now()) });
    await db().execute({ text: 'update calls set dialed_at = created_at where id = $1' }, [call.id]);
    return batchChange.batchId;
  }

  it.each(['window', 'retries', 'none'] as const)(
    'for %s: returns until when the batch waits, and no estimate of the remaining time',
    async (reason) => {
      const { body } = await progressOf(await waitingBatch('running', reason));
      expect(body).toMatchObject({
        waitingFor: reason,
        waitingUntil: dueAt.toISOString(),
        callsPerMinute: 1,
        etaSeconds: null,
      });
    },
  );

  /** Changes the first row, whose row number is 2. */
  const change = (batchId: string, text: string, value: unknown) =>
    db().execute({ text: `update batch_jobs set ${text} where batch_id = $1 and row_number = 2` }, [
      batchId,
      value,
    ]);

  it('for the window: returns no time if the window never opens for the rows', async () => {
    const batchId = await waitingBatch('running', 'window');
    await change(batchId, 'deferred_detail = $2', 'It may never be called.');
    expect((await progressOf(batchId)).body).toMatchObject({ waitingUntil: dueAt.toISOString() });
    await db().execute({ text: `update batch_jobs set deferred_detail = 'Never.' where batch_id = $1` }, [
      batchId,
    ]);
    const neverOpens = { waitingFor: 'window', waitingUntil: null, etaSeconds: null };
    expect((await progressOf(batchId)).body).toMatchObject(neverOpens);
  });

  it('for the window: waits for nothing when a call is due', async () => {
    const batchId = await waitingBatch('running', 'window');
    await change(batchId, 'run_at = $2', noon);
    expect((await progressOf(batchId)).body).toMatchObject({ waitingFor: 'none', waitingUntil: null });
  });

  it('for concurrency: estimates the remaining time', async () => {
    const batchId = await waitingBatch('running', 'concurrency');
    await db().execute({ text: 'update batch_jobs set run_at = created_at where batch_id = $1' }, [batchId]);
    const { body } = await progressOf(batchId);
    expect(body).toMatchObject({ waitingUntil: null, callsPerMinute: 1, etaSeconds: 120 });
  });

  it('for a resume: returns 0 calls per minute', async () => {
    const { body } = await progressOf(await waitingBatch('paused', 'none'));
    expect(body).toMatchObject({ waitingUntil: null, callsPerMinute: 0, etaSeconds: null });
  });

  it('in its first minute: estimates the remaining time by the rate that the batch and the plan allow', async () => {
    const start = async (callsPerSecond: number): Promise<string> => {
      const { batch } = await seedBatchOf(api.database, api, 90, { callsPerSecond });
      const at = new Date(api.clock.now() - 5_000);
      await changeBatchStatus(db(), { workspaceId: api.workspaceId, batchId: batch.id, to: 'running', at });
      return batch.id;
    };
    expect((await progressOf(await start(0.5))).body).toMatchObject({ callsPerMinute: 0, etaSeconds: 180 });
    const fast = await start(9);
    expect((await progressOf(fast)).body).toMatchObject({ callsPerMinute: 0, etaSeconds: 10 });
    const batchKey = { workspaceId: api.workspaceId, batchId: fast };
    expect((await readProgress(db(), batchKey, api.clock.now(), 1))?.etaSeconds).toBe(90);
    expect((await readProgress(db(), batchKey, api.clock.now() + 56_000, 1))?.etaSeconds).toBeNull();
  });

  it('for nothing: estimates at least the time until the last row is due', async () => {
    const batchId = await waitingBatch('running', 'none');
    await change(batchId, 'run_at = $2', new Date(api.clock.now()));
    expect((await progressOf(batchId)).body).toMatchObject({ waitingUntil: null, etaSeconds: 3_600 });
  });

  it('for its start time: returns that time', async () => {
    const scheduledAt = dueAt.toISOString();
    const { body } = await startBatchOf(api, batchFileOf(1), { scheduledAt });
    expect((await progressOf(body.batchId)).body).toMatchObject({ waitingUntil: scheduledAt });
  });
});
