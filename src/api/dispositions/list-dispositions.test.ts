import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { seedCallback } from '../../../test/support/callbacks.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { insertDisposition } from '../../store/dispositions/dispositions.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  const shared = {
    workspaceId: api.workspaceId,
    callId: null,
    agentId: api.agent.id,
    agentName: 'Ada',
    batchId: null,
    at: noon,
  };
  const db = api.database.inWorkspace(api.workspaceId);
  await insertDisposition(db, {
    ...shared,
    id: newId('disposition'),
    phoneNumber: '+12025550101',
    disposition: 'callback_scheduled',
    status: 'pending',
    scheduledAt: new Date('2026-07-01T10:00:00Z'),
    attempt: 2,
    notes: 'Wants a call after lunch.',
  });
  await insertDisposition(db, {
    ...shared,
    id: newId('disposition'),
    phoneNumber: '+12025550102',
    disposition: 'answered',
    status: 'completed',
    scheduledAt: null,
    attempt: 1,
    notes: '',
  });
});
afterAll(() => api.close());

const list = (query: string) =>
  api.send('GET', `/v1/api/call-dispositions${query}`, { workspace: api.workspaceId });

describe('GET /v1/api/call-dispositions: 200', () => {
  it.each([
    ['', 2],
    ['?phoneNumber=+12025550101', 1],
    ['?status=pending', 1],
    ['?disposition=answered', 1],
    ['?attempt=2', 1],
    ['?search=LUNCH', 1],
    ['?search=ada', 2],
    ['?search=550102', 1],
    ['?batchId=batch_x', 0],
    ['?scheduledAtFrom=2026-07-01T10:00:00Z&scheduledAtTo=2026-07-01T10:00:00Z', 1],
    ['?scheduledAtFrom=2026-07-01T12:00:01%2B02:00', 0],
    ['?scheduledAtTo=2026-07-01T09:59:59Z', 0],
  ])('filters by %s', async (query, total) => {
    const { status, body } = await list(query);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ total, page: 1, limit: 50 });
    expect(body.data.dispositions).toHaveLength(total);
  });

  it('formats times in the requested time zone', async () => {
    const { body } = await list('?status=pending&timezone=Europe/Berlin');
    expect(body.data.dispositions).toMatchObject([
      {
        _id: expect.stringMatching(/^disp_/),
        scheduledAt: '2026-07-01T12:00:00.000+02:00',
        createdAt: '2026-01-05T13:00:00.000+01:00',
        attempt: 2,
      },
    ]);
  });
});

describe('the name of the customer', () => {
  it('is that of the call', async () => {
    const call = await seedCall(api.database, api, { toNumber: '+12025550104', customer: { name: 'Grace' } });
    await seedCallback(api.database, api, { callId: call.id, phoneNumber: '+12025550104' });
    const { body } = await list('?phoneNumber=+12025550104');
    expect(body.data.dispositions).toMatchObject([{ callId: call.id, customerName: 'Grace' }]);
    const found = await list('?search=550104');
    expect(found.body.data.dispositions).toMatchObject([{ customerName: 'Grace' }]);
  });
});

describe('GET /v1/api/call-dispositions: 400', () => {
  it('rejects an unknown time zone', async () => {
    const { status, body } = await list('?timezone=Mars/Olympus');
    expect(status).toBe(400);
    expect(body.error.code).toBe('invalid_timezone');
  });

  it('requires the workspace header', async () => {
    const { body } = await api.send('GET', '/v1/api/call-dispositions');
    expect(body.error.code).toBe('workspace_required');
  });
});
