import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { generate, seedMessageFlow } from '../../../test/support/conversations.ts';
import { newId } from '../../core/ids.ts';
import { addSuppression } from '../../store/suppressions.ts';

let api: TestApi;
let flowId: string;
beforeAll(async () => {
  api = await createTestApi();
  flowId = (await seedMessageFlow(api)).id;
});
afterAll(() => api.close());

const createConversation = async (to: string): Promise<string> =>
  (await generate(api, flowId, { to })).body.conversation_id;

const write = (id: string, body: object = { message: ' Are you there? ' }, headers = {}) =>
  api.send('POST', `/v1/api/conversations/${id}/messages`, { workspace: api.workspaceId, body, headers });

describe('POST /v1/api/conversations/{conversationId}/messages: 200', () => {
  it('needs no approval, and keeps the conversation open', async () => {
    const id = await createConversation('+12025550101');
    await api.clock.advance(23 * 3_600_000);
    const { status, body } = await write(id);
    const at = new Date(api.clock.now()).toISOString();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      _id: expect.stringMatching(/^msg_/),
      direction: 'outbound',
      origin: 'person',
      writtenBy: expect.stringMatching(/^(user|key)_/),
      sent: false,
      status: 'approved',
      message: 'Are you there?',
      scheduledAt: at,
      createdAt: at,
    });
    await api.clock.advance(23 * 3_600_000);
    expect(await createConversation('+12025550101')).toBe(id);
  });

  it('has one effect per Idempotency-Key', async () => {
    const id = await createConversation('+12025550102');
    const headers = { 'Idempotency-Key': 'write' };
    const first = await write(id, undefined, headers);
    expect((await write(id, undefined, headers)).body).toEqual(first.body);
  });
});

describe('POST /v1/api/conversations/{conversationId}/messages: 400', () => {
  it('rejects a closed conversation', async () => {
    const id = await createConversation('+12025550103');
    await api.clock.advance(24 * 3_600_000);
    expect((await write(id)).body.error.code).toBe('conversation_closed');
  });

  it.each([
    [{}, 'message'],
    [{ message: '  ' }, 'message'],
    [{ message: 'x'.repeat(10_001) }, 'message'],
    [{ message: 'x', text: 'y' }, 'text'],
  ])('rejects %#', async (sent, path) => {
    const { status, body } = await write(await createConversation('+12025550104'), sent);
    expect([status, body.error.code, body.error.fields[0].path]).toEqual([400, 'invalid_request', path]);
  });
});

describe('POST /v1/api/conversations/{conversationId}/messages: 403', () => {
  it('rejects a recipient who opted out', async () => {
    const { workspaceId } = api;
    const id = await createConversation('+12025550105');
    const recipient = { workspaceId, channel: 'sms', address: '+12025550105' } as const;
    const at = new Date(api.clock.now());
    await addSuppression(api.database.inWorkspace(workspaceId), { ...recipient, reason: 'STOP', at });
    const { status, body } = await write(id);
    expect([status, body.error.code]).toEqual([403, 'opted_out']);
  });
});

describe('POST /v1/api/conversations/{conversationId}/messages: 404', () => {
  it('requires a conversation, also if the body has faults', async () => {
    for (const sent of [{ message: 'x' }, {}]) {
      const { status, body } = await write(newId('conversation'), sent);
      expect([status, body.error.code]).toEqual([404, 'conversation_not_found']);
    }
  });
});
