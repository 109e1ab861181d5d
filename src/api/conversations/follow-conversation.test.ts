import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParleyClient, type StreamItem } from '../../../packages/sdk/src/client.ts';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { generate, seedMessageFlow } from '../../../test/support/conversations.ts';
import { newId } from '../../core/ids.ts';

let api: TestApi;
let client: ParleyClient;
let flowId: string;
beforeAll(async () => {
  api = await createTestApi();
  flowId = (await seedMessageFlow(api)).id;
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as AddressInfo;
  const { key: apiKey, workspaceId } = api;
  client = new ParleyClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey, workspaceId });
});
afterAll(async () => {
  api.app.server.closeAllConnections();
  await api.close();
});

type Change = StreamItem<'followConversation'>;

/** Follows a conversation. `next` advances the clock no faster than the database responds. */
function follow(conversationId: string) {
  const abort = new AbortController();
  const changes = client.follow('followConversation', { path: { conversationId }, signal: abort.signal });
  return {
    async next(): Promise<Change> {
      const change = changes.next();
      for (;;) {
        const result = await Promise.race([change, sleep(20)]);
        if (result !== undefined) return result.value as Change;
        await api.clock.advance(500);
      }
    },
    async stop() {
      abort.abort();
      await changes.return(undefined);
    },
  };
}

const write = (conversationId: string, message: string) =>
  client.writeMessage({ path: { conversationId }, body: { message } });

describe('GET /v1/api/conversations/{conversationId}/events', () => {
  it('sends the messages, then every change', async () => {
    const { body } = await generate(api, flowId);
    const conversationId: string = body.conversation_id;
    await write(conversationId, 'Second');
    const stream = follow(conversationId);
    const first = await stream.next();
    expect(first.conversation).toMatchObject({ _id: conversationId, status: 'open', messageCount: 2 });
    expect(first.conversation).not.toHaveProperty('messages');
    expect(first.message).toMatchObject({ _id: body.message_id, status: 'pending_approval' });
    expect((await stream.next()).message).toMatchObject({ message: 'Second' });
    await client.rejectMessage({ path: { conversationId, messageId: body.message_id }, body: {} });
    expect((await stream.next()).message).toMatchObject({ _id: body.message_id, status: 'rejected' });
    await write(conversationId, 'Third');
    const third = await stream.next();
    expect(third.message).toMatchObject({ message: 'Third' });
    expect(third.conversation.messageCount).toBe(3);
    await stream.stop();
  });

  it('sends changes of the conversation alone, such as its end', async () => {
    const { body } = await generate(api, flowId, { to: '+12025550102' });
    const stream = follow(body.conversation_id);
    await stream.next();
    await api.database
      .inWorkspace(api.workspaceId)
      .execute({ text: 'update conversations set closed_at = now() where id = $1' }, [body.conversation_id]);
    expect(await stream.next()).toMatchObject({ conversation: { status: 'closed' }, message: null });
    expect(await stream.next()).toBeUndefined();
    await stream.stop();
  });

  it('sends many long messages to a client that reads', async () => {
    const { body } = await generate(api, flowId, { to: '+12025550103' });
    for (let count = 0; count < 12; count += 1) await write(body.conversation_id, '🙂'.repeat(5_000));
    const stream = follow(body.conversation_id);
    for (let count = 0; count < 13; count += 1) expect((await stream.next()).message).not.toBeNull();
    await stream.stop();
  });

  it('returns 404 for an unknown conversation and that of another workspace', async () => {
    const { body } = await generate(api, flowId, { to: '+12025550104' });
    const other = await seedOtherWorkspace(api);
    const send = (id: string, key: string, workspace: string) =>
      api.send('GET', `/v1/api/conversations/${id}/events`, { key, workspace });
    const responses = [
      await send(newId('conversation'), api.key, api.workspaceId),
      await send(body.conversation_id, other.key, other.workspaceId),
    ];
    expect(responses.map(({ status }) => status)).toEqual([404, 404]);
  });
});
