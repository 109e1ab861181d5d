import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { generate, seedMessageFlow } from '../../../test/support/conversations.ts';
import { noon } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';

let api: TestApi;
let flowId: string;
let path: string;
let draft: string;
beforeAll(async () => {
  api = await createTestApi();
  flowId = (await seedMessageFlow(api)).id;
});
afterAll(() => api.close());

const post = (action: string, body?: object, base = path) =>
  api.send('POST', `${base}/${action}`, { workspace: api.workspaceId, body });

const read = async () => (await api.send('GET', path, { workspace: api.workspaceId })).body;

const by = { by: expect.stringMatching(/^key_/) };

/** Starts a conversation with 25 automatic replies. */
const start = async (to: string) => {
  const { body } = await generate(api, flowId, { to });
  path = `/v1/api/conversations/${body.conversation_id}`;
  draft = body.message_id;
  await api.database.asSystem().execute({
    text: `update conversations set automatic_count = 25, attention = 'message_limit' where id = '${body.conversation_id}'`,
  });
};

describe('a conversation', () => {
  it('is taken over and released', async () => {
    await start('+12025550110');
    expect(await read()).toMatchObject({
      takenOver: null,
      attention: 'message_limit',
      automaticMessages: 25,
    });
    const taken = await post('takeover');
    expect(taken.status).toBe(200);
    expect(taken.body).toMatchObject({
      takenOver: { ...by, at: noon.toISOString() },
      attention: null,
      automaticMessages: 0,
      messages: [{ _id: draft }],
    });
    await api.clock.advance(1_000);
    expect((await post('takeover')).body.takenOver.at).toBe(noon.toISOString());
    expect((await post('release')).body).toMatchObject({ takenOver: null });
  });

  it('is taken over by a person who writes', async () => {
    await start('+12025550111');
    await post('messages', { message: 'I will call you.' });
    expect(await read()).toMatchObject({ takenOver: by, attention: null, automaticMessages: 0 });
  });

  it('is not taken over by an approval, which handles it', async () => {
    await start('+12025550112');
    await post(`messages/${draft}/approve`);
    expect(await read()).toMatchObject({ takenOver: null, attention: null, automaticMessages: 0 });
  });

  it.each(['takeover', 'release'])('that does not exist has no %s', async (action) => {
    const { status, body } = await post(action, undefined, `/v1/api/conversations/${newId('conversation')}`);
    expect([status, body.error.code]).toEqual([404, 'conversation_not_found']);
  });
});
