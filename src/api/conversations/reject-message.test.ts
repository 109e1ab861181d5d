import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { generate, seedMessageFlow } from '../../../test/support/conversations.ts';
import { newId } from '../../core/ids.ts';

let api: TestApi;
let flowId: string;
beforeAll(async () => {
  api = await createTestApi();
  flowId = (await seedMessageFlow(api, { delay: { enabled: true, seconds: 60 } })).id;
});
afterAll(() => api.close());

const draft = async (changes: object = {}) => {
  const { body } = await generate(api, flowId, changes);
  return `/v1/api/conversations/${body.conversation_id}/messages/${body.message_id}`;
};

const settle = (path: string, how: 'approve' | 'reject', body?: object) =>
  api.send('POST', `${path}/${how}`, { workspace: api.workspaceId, body });

describe('POST …/messages/{messageId}/reject: 200', () => {
  it('prevents its sending, and returns the actor and the reason', async () => {
    const { status, body } = await settle(await draft(), 'reject', { reason: 'Wrong day.' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'rejected',
      sent: false,
      scheduledAt: null,
      decision: { by: expect.stringMatching(/^key_/), note: 'Wrong day.' },
    });
  });

  it('rejects an approved or scheduled message that is not being sent yet', async () => {
    const approved = await draft();
    await settle(approved, 'approve');
    expect((await settle(approved, 'reject')).body.status).toBe('rejected');
    const scheduled = await draft({ autopilot: true });
    expect((await settle(scheduled, 'reject')).body.status).toBe('rejected');
  });
});

describe('POST …/messages/{messageId}/reject: 400', () => {
  it('rejects once and permanently', async () => {
    const path = await draft();
    await settle(path, 'reject');
    for (const how of ['reject', 'approve'] as const) {
      const { status, body } = await settle(path, how);
      expect([status, body.error.code]).toEqual([400, 'message_settled']);
    }
  });

  it('rejects unknown fields', async () => {
    const { body } = await settle(await draft(), 'reject', { note: 'x' });
    expect(body.error.fields).toMatchObject([{ path: 'note', code: 'unknown_field' }]);
  });
});

describe('POST …/messages/{messageId}/reject: 404', () => {
  it('requires the conversation and the message', async () => {
    const path = await draft();
    const unknown = `${path.split('/messages')[0]}/messages/${newId('message')}`;
    expect((await settle(unknown, 'reject')).body.error.code).toBe('message_not_found');
    const nowhere = `/v1/api/conversations/${newId('conversation')}/messages/${newId('message')}`;
    expect((await settle(nowhere, 'reject')).body.error.code).toBe('conversation_not_found');
  });
});
