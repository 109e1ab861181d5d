import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, assignNumber, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, batchFileOf, startBatchOf } from '../../../test/support/batches.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { changeBatchJob } from '../../store/batches/batch-jobs.ts';
import { changeBatchStatus } from '../../store/batches/batches.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
});
afterAll(() => api.close());

const start = async (): Promise<string> => (await startBatchOf(api, batchFileOf(3))).body.batchId;
const cancel = (batchId: string, query = '') => api.send('DELETE', `${batchesPath}/${batchId}${query}`);
const db = () => api.database.inWorkspace(api.workspaceId);

/** A running batch whose first job is in a call. */
async function runningBatch(): Promise<{ batchId: string; callId: string }> {
  const batchId = await start();
  const { workspaceId } = api;
  await changeBatchStatus(db(), { workspaceId, batchId, to: 'running', at: noon });
  const { body } = await api.send('GET', `${batchesPath}/${batchId}/calls`);
  const jobId = body.data.calls[0].jobId;
  const { id: callId } = await seedCall(api.database, api, { batchId, jobId, state: 'ringing' });
  await changeBatchJob(db(), { workspaceId, batchId, jobId, to: 'dialing', callId, at: noon });
  return { batchId, callId };
}

describe('DELETE /v1/api/batch-calls/{batchId}: 200', () => {
  it('cancels calls that have not begun, and returns the same response when repeated', async () => {
    const batchId = await start();
    const { status, body } = await cancel(batchId);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'cancelled',
      total: 3,
      pending: 0,
      cancelled: 3,
      endedAt: '2026-01-05T12:00:00.000Z',
    });
    expect((await cancel(batchId)).body).toEqual(body);
    const { body: calls } = await api.send('GET', `${batchesPath}/${batchId}/calls?status=cancelled`);
    expect(calls.data.calls).toHaveLength(3);
    expect(calls.data.calls[0]).toMatchObject({ status: 'cancelled', endedAt: body.endedAt });
    const events = await db().rows<{ data: object }>(
      { text: `select data from events where type = 'batch.cancelled' and subject_id = $1` },
      [batchId],
    );
    expect(events).toEqual([
      { data: expect.objectContaining({ batchId, total: 3, cancelled: 3, sequence: 2 }) },
    ]);
  });

  it('lets calls in progress finish, and ends them with hangup=true', async () => {
    const { batchId, callId } = await runningBatch();
    const ended: unknown[] = [];
    const stop = api.bus.subscribe('call-commands', (command) => ended.push(command));
    expect((await cancel(batchId)).body).toMatchObject({ status: 'cancelled', dialing: 1, cancelled: 2 });
    expect(ended).toEqual([]);
    await cancel(batchId, '?hangup=true');
    const detail = 'The batch was cancelled and its calls in progress were ended.';
    expect(ended).toMatchObject([{ callId, command: { type: 'end', detail } }]);
    stop();
  });
});

describe('DELETE /v1/api/batch-calls/{batchId}: 400', () => {
  it('rejects a batch that has already completed', async () => {
    const { batchId } = await runningBatch();
    const { workspaceId } = api;
    await changeBatchStatus(db(), { workspaceId, batchId, to: 'completed', at: noon });
    const { status, body } = await cancel(batchId);
    expect([status, body.error.code]).toEqual([400, 'batch_not_cancellable']);
  });
});

describe('DELETE /v1/api/batch-calls/{batchId}: 404', () => {
  it('returns 404 for an unknown batch', async () => {
    expect((await cancel(newId('batch'))).body.error.code).toBe('batch_not_found');
  });
});

describe('an agent', () => {
  it('cannot be deleted while a batch uses it', async () => {
    const { body: agent } = await api.send('POST', '/api/v1/agents', {
      body: { name: 'Joan', flowId: api.flow.id, phoneNumber: '+12025550199' },
    });
    const { body } = await startBatchOf(api, batchFileOf(2), { agentId: agent.id });
    const rejected = await api.send('DELETE', `/api/v1/agents/${agent.id}`);
    expect([rejected.status, rejected.body.code]).toEqual([400, 'resource_in_use']);
    await cancel(body.batchId);
    expect((await api.send('DELETE', `/api/v1/agents/${agent.id}`)).status).toBe(200);
  });
});
