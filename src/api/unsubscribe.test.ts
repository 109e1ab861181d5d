import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { eventsOf, generate, seedMessageFlow, sendsOf } from '../../test/support/conversations.ts';
import { newId } from '../core/ids.ts';

let api: TestApi;
let conversationId: string;
let path: string;
beforeAll(async () => {
  api = await createTestApi();
  const { id } = await seedMessageFlow(api, { delay: { enabled: true, seconds: 60 } });
  const { body } = await generate(api, id, { to: 'ada@example.com', autopilot: true });
  conversationId = body.conversation_id;
  path = new URL(api.context.mailTokens.unsubscribeUrlOf(conversationId)!).pathname;
});
afterAll(() => api.close());

const request = (method: 'GET' | 'POST', url: string, payload?: string) =>
  api.app.inject({
    method,
    url,
    ...(payload !== undefined && {
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  });

const suppressions = async () =>
  (await api.send('GET', '/v1/api/suppressions', { workspace: api.workspaceId })).body.data.suppressions;

describe('/v1/unsubscribe/{token}', () => {
  it('shows a page and changes nothing, because mail filters open links', async () => {
    const { statusCode, body } = await request('GET', path);
    expect([statusCode, body]).toEqual([200, expect.stringContaining('<button>Unsubscribe</button>')]);
    expect(await suppressions()).toEqual([]);
  });

  it('rejects forged tokens, and those of other purposes', async () => {
    const { mailTokens } = api.context;
    const reply = /\+(\w+)@/.exec(mailTokens.replyAddressOf(conversationId, 'parley@example.com'))![1]!;
    const unknown = new URL(mailTokens.unsubscribeUrlOf(newId('conversation'))!).pathname;
    const forged = [`${path.slice(0, -1)}x`, `/v1/unsubscribe/${reply}`, '/v1/unsubscribe/x', unknown];
    for (const url of forged) expect((await request('POST', url)).statusCode).toBe(404);
    expect(await suppressions()).toEqual([]);
  });

  it('unsubscribes with one click: suppresses the address, and rejects what is not sent yet', async () => {
    expect(await sendsOf(api)).toHaveLength(1);
    for (const _repeated of [1, 2])
      expect((await request('POST', path, 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
    expect(await suppressions()).toMatchObject([
      { channel: 'email', address: 'ada@example.com', createdBy: null },
    ]);
    expect(await sendsOf(api)).toEqual([]);
    const url = `/v1/api/conversations/${conversationId}`;
    const { body } = await api.send('GET', url, { workspace: api.workspaceId });
    expect(body.messages).toMatchObject([{ status: 'rejected', decision: { by: 'system' } }]);
    const types = (await eventsOf(api)).map(({ type }) => type);
    expect(types).toEqual(['conversation.opted_out']);
  });
});
