import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { eventsOf, generate, seedMessageFlow, sendsOf } from '../../../test/support/conversations.ts';
import { addSuppression } from '../../store/suppressions.ts';

let api: TestApi;
let flowId: string;
beforeAll(async () => {
  api = await createTestApi();
  flowId = (await seedMessageFlow(api)).id;
});
afterAll(() => api.close());

/** Generates a message with an unknown outcome. Returns its path. */
const createUnknown = async (to = '+12025550101') => {
  const { body } = await generate(api, flowId, { to, autopilot: true });
  await api.database.asSystem().execute({ text: `delete from jobs where key = '${body.message_id}'` });
  await api.database.asSystem().execute({
    text: `update messages set status = 'unknown', attempts = 1, carrier = 'fake', from_address = '+12025550199' where id = '${body.message_id}'`,
  });
  return `/v1/api/conversations/${body.conversation_id}/messages/${body.message_id}`;
};

const resolve = (path: string, body: object) =>
  api.send('POST', `${path}/resolve`, { workspace: api.workspaceId, body });

const idOf = (path: string): string => path.split('/').at(-1)!;

describe('POST …/messages/{messageId}/resolve: 200', () => {
  it.each([
    ['sent', true, null],
    ['failed', false, 'A user resolved the unknown outcome: it was not sent.'],
  ])('records that the message was %s, with an event', async (outcome, sent, failure) => {
    const path = await createUnknown();
    const { status, body } = await resolve(path, { outcome, note: 'Seen at the carrier.' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: outcome,
      sent,
      failure,
      decision: { note: 'Seen at the carrier.' },
    });
    const events = (await eventsOf(api)).filter(({ data }) => data['messageId'] === idOf(path));
    expect(events).toMatchObject([
      { type: `sms.${outcome}`, data: { status: outcome, from: '+12025550199' } },
    ]);
    expect(await sendsOf(api)).not.toContainEqual(expect.objectContaining({ key: idOf(path) }));
  });

  it('sends the message again', async () => {
    const path = await createUnknown();
    expect((await resolve(path, { outcome: 'resend' })).body).toMatchObject({
      status: 'approved',
      sent: false,
    });
    expect(await sendsOf(api)).toContainEqual({ key: idOf(path), runAt: new Date(api.clock.now()) });
  });
});

describe('POST …/messages/{messageId}/resolve: errors', () => {
  it('rejects a message whose outcome is known', async () => {
    const path = await createUnknown();
    await resolve(path, { outcome: 'sent' });
    const { status, body } = await resolve(path, { outcome: 'resend' });
    expect([status, body.error.code]).toEqual([400, 'message_settled']);
    expect(body.error.message).toContain('it is sent');
  });

  it('cannot be replaced by an approval', async () => {
    const path = await createUnknown();
    const { body } = await api.send('POST', `${path}/approve`, { workspace: api.workspaceId });
    expect(body.error.code).toBe('message_settled');
  });

  it('does not send again to a recipient who opted out', async () => {
    const path = await createUnknown('+12025550155');
    const recipient = { workspaceId: api.workspaceId, channel: 'sms', address: '+12025550155' } as const;
    const at = new Date(api.clock.now());
    await addSuppression(api.database.inWorkspace(api.workspaceId), { ...recipient, reason: 'STOP', at });
    const { status, body } = await resolve(path, { outcome: 'resend' });
    expect([status, body.error.code]).toEqual([403, 'opted_out']);
  });

  it('requires a known outcome', async () => {
    const { body } = await resolve(await createUnknown(), { outcome: 'delivered' });
    expect(body.error.code).toBe('invalid_request');
  });
});
