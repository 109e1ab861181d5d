import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, assignNumber, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, batchFileOf, startBatchOf } from '../../../test/support/batches.ts';
import { noon } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { changeBatchStatus } from '../../store/batches/batches.ts';

let api: TestApi;
let batchId: string;
beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
  batchId = (await startBatchOf(api, batchFileOf(2))).body.batchId;
});
afterAll(() => api.close());

const request = (verb: 'pause' | 'resume', id = batchId) => api.send('POST', `${batchesPath}/${id}/${verb}`);
const changeTo = (to: 'running' | 'completed') =>
  changeBatchStatus(api.database.inWorkspace(api.workspaceId), {
    workspaceId: api.workspaceId,
    batchId,
    to,
    at: noon,
  });

describe('POST /v1/api/batch-calls/{batchId}/pause and /resume: 200', () => {
  it('pause the batch and restore its previous status; a repeated request changes nothing', async () => {
    expect((await request('pause')).body.status).toBe('paused');
    expect((await request('pause')).body.status).toBe('paused');
    expect((await request('resume')).body.status).toBe('scheduled');
    expect((await request('resume')).body.status).toBe('scheduled');
    await changeTo('running');
    expect((await request('pause')).body.status).toBe('paused');
    expect((await request('resume')).body.status).toBe('running');
  });
});

describe('POST /v1/api/batch-calls/{batchId}/pause and /resume: 404', () => {
  it('return 404 for an unknown batch', async () => {
    for (const verb of ['pause', 'resume'] as const) {
      const { status, body } = await request(verb, newId('batch'));
      expect([status, body.error.code]).toEqual([404, 'batch_not_found']);
    }
  });
});

describe('POST /v1/api/batch-calls/{batchId}/pause and /resume: 400', () => {
  it('reject a batch that has ended', async () => {
    await changeTo('completed');
    for (const verb of ['pause', 'resume'] as const) {
      const { status, body } = await request(verb);
      expect([status, body.error.code]).toEqual([400, 'batch_ended']);
    }
  });
});
