import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { generate, seedMessageFlow } from '../../../test/support/conversations.ts';
import { withFaultPoints } from '../../../test/support/crash/fault-points.ts';
import { newId } from '../../core/ids.ts';
import type { Database } from '../../store/database.ts';

/** Runs once, when the conversation has been read and its messages have not. */
let betweenReads: (() => Promise<unknown>) | undefined;

const withChangeBetweenReads = (database: Database): Database =>
  withFaultPoints(database, {
    async step(name, run) {
      const result = await run();
      if (name !== 'find_conversation') return result;
      const change = betweenReads;
      betweenReads = undefined;
      await change?.();
      return result;
    },
  });

let api: TestApi;
let conversationId: string;
beforeAll(async () => {
  api = await createTestApi({ adapt: async ({ db }) => withChangeBetweenReads(db) });
  const { id } = await seedMessageFlow(api);
  ({ conversation_id: conversationId } = (await generate(api, id)).body);
  await generate(api, id, { metadata: { customerDetails: { email: 'ada@example.com', tier: 3 } } });
});
afterAll(() => api.close());

const read = (id: string, options: object = {}) =>
  api.send('GET', `/v1/api/conversations/${id}`, { workspace: api.workspaceId, ...options });

describe('GET /v1/api/conversations/{conversationId}: 200', () => {
  it('returns the messages in order, and the customer details', async () => {
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

  it('returns the conversation and the messages as they were at one time', async () => {
    const before = await read(conversationId);
    betweenReads = () =>
      api.database.asSystem().transaction(async (tx) => {
        const values = [conversationId];
        await tx.write({ text: `update conversations set attention = 'other_sender' where id = $1` }, values);
        await tx.write(
          { text: `update messages set content = 'Changed' where conversation_id = $1` },
          values,
        );
      });
    expect((await read(conversationId)).body).toEqual(before.body);
    const { body } = await read(conversationId);
    expect(body.attention).toBe('other_sender');
    expect(body.messages).toMatchObject([{ message: 'Changed' }, { message: 'Changed' }]);
  });
});

describe('GET /v1/api/conversations/{conversationId}: 404', () => {
  it('returns 404 for conversations of other workspaces', async () => {
    const otherWorkspace = await seedOtherWorkspace(api);
    const otherCaller = { key: otherWorkspace.key, workspace: otherWorkspace.workspaceId };
    const responses = await Promise.all([
      read(newId('conversation')),
      read('flow'),
      read(conversationId, otherCaller),
    ]);
    expect(responses.map(({ status, body }) => [status, body.error.code])).toEqual(
      responses.map(() => [404, 'conversation_not_found']),
    );
  });
});
