import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { finishCall } from '../../store/calls/finish-call.ts';

let api: TestApi;
let endedId: string;
beforeAll(async () => {
  api = await createTestApi();
  await seedCall(api.database, api, { toNumber: '+12025550101' });
  const inbound = { direction: 'inbound', state: 'ringing', fromNumber: '+447700900123' } as const;
  await seedCall(api.database, api, inbound);
  const ended = await seedCall(api.database, api, { toNumber: '+12025550103' });
  endedId = ended.id;
  await finishCall(api.database.inWorkspace(api.workspaceId), {
    workspaceId: api.workspaceId,
    callId: ended.id,
    endReason: 'busy',
    at: noon,
    disposition: { code: 'busy', status: 'completed' },
  });
});
afterAll(() => api.close());

describe('GET /api/v1/calls: 200', () => {
  it.each([
    ['', 3],
    ['?status=ended', 1],
    ['?endReason=busy', 1],
    ['?direction=inbound', 1],
    ['?phoneNumber=%2B447700900123', 1],
    ['?phoneNumber=+447700900123', 1],
    ['?phoneNumber=447700900123', 1],
    ['?phoneNumber=%2B44%207700%20900%20123', 1],
    ['?phoneNumber=7700900123', 0],
    ['?phoneNumber=%2B12025550199', 0],
    ['?batchId=batch_x', 0],
    ['?search=0101', 1],
    ['?search=(202)%20555-01', 2],
    ['?search=7700900', 1],
    ['?search=7700900&direction=outbound', 0],
    ['?search=98765', 0],
  ])('filters by %s', async (query, total) => {
    const { status, body, headers } = await api.send('GET', `/api/v1/calls${query}`);
    expect(status).toBe(200);
    expect(body.data.total).toBe(total);
    expect(headers['x-concurrency-current']).toBe('0');
  });

  it('shows how a call ended', async () => {
    const { body } = await api.send('GET', '/api/v1/calls?status=ended');
    expect(body.data.calls).toMatchObject([
      {
        callId: endedId,
        status: 'ended',
        endReason: 'busy',
        fault: 'none',
        disposition: 'busy',
        durationSeconds: null,
      },
    ]);
  });

  it('filters by agent', async () => {
    const { body } = await api.send('GET', `/api/v1/calls?agentId=${api.agent.id}&limit=2`);
    expect(body.data).toMatchObject({ total: 3, totalPages: 2, nextCursor: expect.any(String) });
  });
});

describe('GET /api/v1/calls: 400', () => {
  it.each(['?status=lost', '?endReason=bored', '?direction=up', '?search=12', '?search=a12b'])(
    'rejects %s',
    async (query) => {
      expect((await api.send('GET', `/api/v1/calls${query}`)).body.code).toBe('invalid_query');
    },
  );
});
