import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { generate, seedMessageFlow } from '../../../test/support/conversations.ts';
import { newId } from '../../core/ids.ts';

let api: TestApi;
let conversationId: string;
beforeAll(async () => {
  api = await createTestApi();
  const { id } = await seedMessageFlow(api);
  ({ conversation_id: conversationId } = (await generate(api, id)).body);
  await generate(api, id, { metadata: { customerDetails: { email: 'ada@example.com', tier: 3 } } });
});
afterAll(() => api.close());

const read = (id: string, sent: object = {}) =>
  api.send('GET', `/v1/api/conversations/${id}`, { workspace: api.workspaceId, ...sent });

describe('GET /v1/api/conversations/{conversationId}: 200', () => {
  it('returns its messages in order, and the customer details', async () => {
    const { status, body } = await read(conversationId);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      _id: conversationId,
      customer: { name: 'Ada', email: 'ada@example.com', phone: '+12025550101' },
      customerDetails: { name: 'Ada', email: 'ada@example.com', tier: 3 },
      messageCount: 2,
    });
    expect(body.messages.map(({ metadata }: { metadata: object }) => Object.keys(metadata))).toEqual([
      ['customerDetails'],
      ['customerDetails'],
    ]);
    expect(body.messages[1].metadata.customerDetails.tier).toBe(3);
  });
});

describe('GET /v1/api/conversations/{conversationId}: 404', () => {
  it('returns 404 for conversations of other workspaces', async () => {
    const stranger = await seedOtherWorkspace(api);
    const theirs = { key: stranger.key, workspace: stranger.workspaceId };
    const answers = await Promise.all([
      read(newId('conversation')),
      read('flow'),
      read(conversationId, theirs),
    ]);
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
      answers.map(() => [404, 'conversation_not_found']),
    );
  });
});
