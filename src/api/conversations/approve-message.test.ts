import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { generate, seedMessageFlow } from '../../../test/support/conversations.ts';
import { newId } from '../../core/ids.ts';
import { listAuditLog } from '../../store/audit-log.ts';
import { addSuppression } from '../../store/suppressions.ts';

let api: TestApi;
let flowId: string;
beforeAll(async () => {
  api = await createTestApi();
  flowId = (await seedMessageFlow(api)).id;
});
afterAll(() => api.close());

const createDraft = async (changes: object = {}) => {
  const { body } = await generate(api, flowId, changes);
  return `/v1/api/conversations/${body.conversation_id}/messages/${body.message_id}`;
};

const approve = (path: string, body?: object) =>
  api.send('POST', `${path}/approve`, { workspace: api.workspaceId, body });

describe('POST …/messages/{messageId}/approve: 200', () => {
  it('approves the message, and returns who approved it and when', async () => {
    const path = await createDraft();
    await api.clock.advance(1000);
    const { status, body } = await approve(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'approved',
      sent: false,
      message: 'Hello Ada, your visit is at ten.',
      scheduledAt: '2026-01-05T12:00:01.000Z',
      decision: {
        by: expect.stringMatching(/^key_/),
        at: '2026-01-05T12:00:01.000Z',
        note: null,
        draft: null,
      },
    });
  });

  it('is recorded in the audit log with the ids of the conversation and the message', async () => {
    const { workspaceId } = api;
    const path = await createDraft({ to: '+12025550102' });
    const [conversationId, messageId] = path.match(/(?:conv|msg)_\w+/g)!;
    await approve(path);
    const db = api.database.inWorkspace(workspaceId);
    const entries = async (action: string, subjectId: string) =>
      (await listAuditLog(db, { workspaceId, action, subjectId, limit: 10 })).rows;
    expect(await entries('approveMessage', conversationId)).toMatchObject([{ details: { messageId } }]);
    expect(await entries('generateMessage', messageId!)).toHaveLength(1);
  });

  it('accepts another text, and keeps the draft', async () => {
    const { body } = await approve(await createDraft(), { message: 'Dear Ada' });
    expect(body).toMatchObject({
      message: 'Dear Ada',
      decision: { draft: 'Hello Ada, your visit is at ten.' },
    });
  });
});

describe('POST …/messages/{messageId}/approve: 400', () => {
  it('approves once for concurrent requests', async () => {
    const path = await createDraft();
    const responses = await Promise.all(Array.from({ length: 8 }, () => approve(path)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ body }) => body.error?.code === 'message_settled')).toHaveLength(7);
  });

  it('reports the current status', async () => {
    const path = await createDraft({ autopilot: true });
    const { body } = await approve(path);
    expect(body.error).toMatchObject({
      code: 'message_settled',
      message: expect.stringContaining('is approved'),
    });
  });

  it('rejects an empty text', async () => {
    const { body } = await approve(await createDraft(), { message: ' ' });
    expect(body.error.code).toBe('invalid_request');
  });
});

describe('POST …/messages/{messageId}/approve: 403', () => {
  it('rejects a recipient who has opted out in the meantime', async () => {
    const { workspaceId } = api;
    const path = await createDraft({ to: '+12025550155' });
    const recipient = { workspaceId, channel: 'sms', address: '+12025550155' } as const;
    const at = new Date(api.clock.now());
    await addSuppression(api.database.inWorkspace(workspaceId), { ...recipient, reason: 'STOP', at });
    const { status, body } = await approve(path);
    expect([status, body.error.code]).toEqual([403, 'opted_out']);
    const conversation = await api.send('GET', path.split('/messages')[0]!, { workspace: workspaceId });
    expect(conversation.body.messages).toMatchObject([{ status: 'pending_approval', decision: null }]);
  });
});

describe('POST …/messages/{messageId}/approve: 404', () => {
  it('requires the message and its conversation', async () => {
    const path = await createDraft();
    const other = await createDraft({ to: '+12025550109' });
    const mixed = `${other.split('/messages')[0]}/messages/${path.split('/messages/')[1]}`;
    const codes = await Promise.all([
      approve(mixed),
      approve(`${path.split('/messages')[0]}/messages/${newId('message')}`),
      approve(`/v1/api/conversations/${newId('conversation')}/messages/${newId('message')}`),
    ]);
    expect(codes.map(({ status, body }) => [status, body.error.code])).toEqual([
      [404, 'message_not_found'],
      [404, 'message_not_found'],
      [404, 'conversation_not_found'],
    ]);
  });
});
