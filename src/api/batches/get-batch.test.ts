import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, assignNumber, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, batchFileOf, startBatchOf } from '../../../test/support/batches.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { changeBatchJob } from '../../store/batches/batch-jobs.ts';

let api: TestApi;
let batchId: string;
beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
  batchId = (await startBatchOf(api, batchFileOf(4), { name: 'Reminders' })).body.batchId;
});
afterAll(() => api.close());

const get = (path: string) => api.send('GET', `${batchesPath}/${path}`);

describe('GET /v1/api/batch-calls/{batchId}: 200', () => {
  it('returns the status and counts of the batch', async () => {
    expect((await get(batchId)).body).toMatchObject({
      batchId,
      name: 'Reminders',
      status: 'scheduled',
      totalRows: 4,
      pending: 4,
    });
  });
});

describe('GET /v1/api/batch-calls/{batchId}/status: 200', () => {
  it('returns counts that add up to the total', async () => {
    expect((await get(`${batchId}/status`)).body).toEqual({
      batchId,
      status: 'scheduled',
      waitingFor: 'none',
      total: 4,
      pending: 4,
      dialing: 0,
      inProgress: 0,
      completed: 0,
      failed: 0,
      skipped: 0,
      cancelled: 0,
      connected: 0,
      percent: 0,
      callsPerMinute: 0,
      etaSeconds: null,
      waitingUntil: null,
    });
  });
});

describe('GET /v1/api/batch-calls/{batchId}/calls/{jobId}: 200', () => {
  it('returns one row', async () => {
    const [job] = (await get(`${batchId}/calls`)).body.data.calls;
    expect((await get(`${batchId}/calls/${job.jobId}`)).body).toEqual(job);
  });

  it('returns the caller ID of the last call', async () => {
    const { workspaceId } = api;
    const [{ jobId }] = (await get(`${batchId}/calls`)).body.data.calls;
    const ids = { workspaceId, batchId, jobId };
    const call = await seedCall(api.database, api, { ...ids, fromNumber: '+12025550177' });
    const db = api.database.inWorkspace(workspaceId);
    await changeBatchJob(db, { ...ids, to: 'dialing', callId: call.id, at: noon });
    const { calls } = (await get(`${batchId}/calls?limit=2`)).body.data;
    const numbers = calls.map(({ fromNumber }: { fromNumber: string | null }) => fromNumber);
    expect(numbers).toEqual(['+12025550177', null]);
  });
});

describe('GET /v1/api/batch-calls: 200', () => {
  it('lists batches by status, agent and name', async () => {
    const totalOf = async (query: string) =>
      (await api.send('GET', `${batchesPath}?${query}`)).body.data.total;
    expect([await totalOf('status=scheduled'), await totalOf('status=paused')]).toEqual([1, 0]);
    expect([
      await totalOf(`agentId=${api.agent.id}`),
      await totalOf('search=remind'),
      await totalOf('search=x'),
    ]).toEqual([1, 1, 0]);
  });
});

describe('GET /v1/api/batch-calls/{batchId} and its subpaths: 404', () => {
  it('distinguishes an unknown batch from an unknown job', async () => {
    for (const path of ['', '/status', '/calls', `/calls/${newId('job')}`])
      expect((await get(newId('batch') + path)).body.error.code).toBe('batch_not_found');
    expect((await get(`${batchId}/calls/${newId('job')}`)).body.error.code).toBe('job_not_found');
    expect((await get('nonsense')).body.error.code).toBe('batch_not_found');
  });
});
