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

const createDraft = async (changes: object = {}) => {
  const { body } = await generate(api, flowId, changes);
  return `/v1/api/conversations/${body.conversation_id}/messages/${body.message_id}`;
};

const decide = (path: string, action: 'approve' | 'reject', body?: object) =>
  api.send('POST', `${path}/${action}`, { workspace: api.workspaceId, body });

describe('POST …/messages/{messageId}/reject: 200', () => {
  it('rejects the message, and returns the actor and the reason', async () => {
    const { status, body } = await decide(await createDraft(), 'reject', { reason: 'Wrong day.' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'rejected',
      sent: false,
      scheduledAt: null,
      decision: { by: expect.stringMatching(/^key_/), note: 'Wrong day.' },
    });
  });

  it('rejects an approved or scheduled message that is not being sent yet', async () => {
    const approved = await createDraft();
    await decide(approved, 'approve');
    expect((await decide(approved, 'reject')).body.status).toBe('rejected');
    const scheduled = await createDraft({ autopilot: true });
    expect((await decide(scheduled, 'reject')).body.status).toBe('rejected');
  });
});

describe('POST …/messages/{messageId}/reject: 400', () => {
  it('rejects once and permanently', async () => {
    const path = await createDraft();
    await decide(path, 'reject');
    for (const action of ['reject', 'approve'] as const) {
      const { status, body } = await decide(path, action);
      expect([status, body.error.code]).toEqual([400, 'message_settled']);
    }
  });

  it('rejects unknown fields', async () => {
    const { body } = await decide(await createDraft(), 'reject', { note: 'x' });
    expect(body.error.fields).toMatchObject([{ path: 'note', code: 'unknown_field' }]);
  });
});

describe('POST …/messages/{messageId}/reject: 404', () => {
  it('requires the conversation and the message', async () => {
    const path = await createDraft();
    const unknown = `${path.split('/messages')[0]}/messages/${newId('message')}`;
    expect((await decide(unknown, 'reject')).body.error.code).toBe('message_not_found');
    const unknownConversation = `/v1/api/conversations/${newId('conversation')}/messages/${newId('message')}`;
    expect((await decide(unknownConversation, 'reject')).body.error.code).toBe('conversation_not_found');
  });
});
