import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { newId } from '../../core/ids.ts';

const path = '/v1/api/call-dispositions';
let api: TestApi;
let id: string;
beforeAll(async () => {
  api = await createTestApi();
  const body = { phoneNumber: '+12025550101', agentId: api.agent.id, scheduledAt: '2026-07-01T10:00:00Z' };
  const created = await api.send('POST', path, { workspace: api.workspaceId, body });
  ({ _id: id } = created.body);
});
afterAll(() => api.close());

const get = (idAndQuery: string) => api.send('GET', `${path}/${idAndQuery}`, { workspace: api.workspaceId });

describe('GET /v1/api/call-dispositions/{dispositionId}: 200', () => {
  it('returns the disposition', async () => {
    const { status, body } = await get(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id: id, phoneNumber: '+12025550101', status: 'pending' });
  });

  it('formats times in the requested time zone', async () => {
    const { body } = await get(`${id}?timezone=Europe/Berlin`);
    expect(body).toMatchObject({
      scheduledAt: '2026-07-01T12:00:00.000+02:00',
      createdAt: '2026-01-05T13:00:00.000+01:00',
    });
  });
});

describe('GET /v1/api/call-dispositions/{dispositionId}: 400', () => {
  it('rejects an unknown time zone', async () => {
    const { status, body } = await get(`${id}?timezone=Mars/Olympus`);
    expect([status, body.error.code]).toEqual([400, 'invalid_timezone']);
  });
});

describe('GET /v1/api/call-dispositions/{dispositionId}: 404', () => {
  it.each([newId('disposition'), 'disp_1'])('returns 404 for the unknown id %s', async (unknown) => {
    const { status, body } = await get(unknown);
    expect([status, body.error.code]).toEqual([404, 'disposition_not_found']);
  });
});
