import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { newId } from '../../core/ids.ts';

const path = '/v1/api/call-dispositions';
const tomorrow = '2026-01-06T15:30:00.000Z';
const later = '2026-01-07T09:00:00.000Z';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const create = async (changes: object = {}): Promise<string> => {
  const body = { phoneNumber: '+12025550101', agentId: api.agent.id, scheduledAt: tomorrow, ...changes };
  const created = await api.send('POST', path, { workspace: api.workspaceId, body });
  const { _id: id } = created.body;
  return id;
};
const patch = (id: string, body: object) =>
  api.send('PATCH', `${path}/${id}`, { workspace: api.workspaceId, body });

describe('PATCH /v1/api/call-dispositions/{dispositionId}: 200', () => {
  it('reschedules a callback', async () => {
    const id = await create();
    const { status, body } = await patch(id, { scheduledAt: later });
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id: id, status: 'pending', scheduledAt: later });
  });

  it('cancels a callback, also repeatedly', async () => {
    const id = await create();
    const responses = [await patch(id, { status: 'cancelled' }), await patch(id, { status: 'cancelled' })];
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses[1]!.body).toMatchObject({ status: 'cancelled', scheduledAt: tomorrow });
  });

  it('accepts notes in any status', async () => {
    const id = await create({ disposition: 'interested', scheduledAt: undefined });
    const { body } = await patch(id, { notes: 'Send the brochure.' });
    expect(body).toMatchObject({ status: 'completed', notes: 'Send the brochure.' });
  });

  it('changes nothing if nothing is sent', async () => {
    const id = await create({ notes: 'x' });
    expect((await patch(id, {})).body).toMatchObject({
      status: 'pending',
      scheduledAt: tomorrow,
      notes: 'x',
    });
  });

  it('never reschedules a callback after a concurrent cancel', async () => {
    const id = await create();
    const [rescheduled, cancelled] = await Promise.all([
      patch(id, { scheduledAt: later }),
      patch(id, { status: 'cancelled' }),
    ]);
    expect(cancelled.status).toBe(200);
    const { body } = await api.send('GET', `${path}/${id}`, { workspace: api.workspaceId });
    expect(body).toMatchObject({
      status: 'cancelled',
      scheduledAt: rescheduled.status === 200 ? later : tomorrow,
    });
  });
});

describe('PATCH /v1/api/call-dispositions/{dispositionId}: 400', () => {
  it.each([{ scheduledAt: later }, { status: 'cancelled' }])(
    'rejects a change of a completed disposition: %j',
    async (change) => {
      const id = await create({ disposition: 'interested', scheduledAt: undefined });
      expect((await patch(id, change)).body.error.code).toBe('disposition_settled');
    },
  );

  it('rejects rescheduling a cancelled callback', async () => {
    const id = await create();
    await patch(id, { status: 'cancelled' });
    expect((await patch(id, { scheduledAt: later })).body.error.code).toBe('disposition_settled');
  });

  it.each([
    [{ scheduledAt: '2026-01-01T00:00:00Z' }, ['scheduledAt']],
    [{ scheduledAt: null }, ['scheduledAt']],
    [{ status: 'pending' }, ['status']],
    [{ status: 'cancelled', scheduledAt: later }, ['status']],
    [{ disposition: 'answered', notes: 5 }, ['disposition', 'notes']],
  ])('rejects %j', async (change, fields) => {
    const { status, body } = await patch(await create(), change);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.fields.map((fault: { path: string }) => fault.path).sort()).toEqual(fields);
  });
});

describe('PATCH /v1/api/call-dispositions/{dispositionId}: 404', () => {
  it.each([newId('disposition'), newId('call'), 'x'])('returns 404 for the unknown id %s', async (id) => {
    const { status, body } = await patch(id, { status: 'cancelled' });
    expect([status, body.error.code]).toEqual([404, 'disposition_not_found']);
  });
});
