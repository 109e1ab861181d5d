import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedWorkspace, type Fixture } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import type { Scope } from '../database.ts';
import { decideMessage, findMessage, insertMessage, listMessages, type NewMessage } from './messages.ts';
import { findConversation, type NewConversation, openConversation } from './conversations.ts';
import { listConversations } from './list-conversations.ts';

let database: TestDatabase;
let fixture: Fixture;
let scope: Scope;
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await seedWorkspace(database.db);
  ({ workspaceId } = fixture);
  scope = database.db.inWorkspace(workspaceId);
});
afterAll(() => database.close());

const hourMs = 3_600_000;
const later = (ms: number) => new Date(noon.getTime() + ms);

const open = (recipient: string, changes: Partial<NewConversation> = {}) =>
  scope.transaction((tx) =>
    openConversation(tx, {
      id: newId('conversation'),
      workspaceId,
      flowId: fixture.flow.id,
      flowVersion: 1,
      agentId: null,
      userId: 'key_1',
      channel: 'sms',
      recipient,
      customer: {},
      dynamic: {},
      inactivityHours: 24,
      at: noon,
      ...changes,
    }),
  );

const write = (conversationId: string, changes: Partial<NewMessage> = {}) =>
  insertMessage(scope, {
    id: newId('message'),
    workspaceId,
    conversationId,
    direction: 'outbound',
    origin: 'flow',
    status: 'pending_approval',
    content: 'Hello Ada',
    template: 'Hello {{name}}',
    subject: null,
    missingVariables: [],
    metadata: {},
    createdBy: 'key_1',
    dueAt: null,
    at: noon,
    ...changes,
  });

describe('a conversation', () => {
  it('is unique per flow and recipient under concurrency', async () => {
    const rows = await Promise.all(Array.from({ length: 16 }, () => open('+12025550101')));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    expect((await open('+12025550102')).id).not.toBe(rows[0]!.id);
    expect((await open('+12025550101', { flowId: newId('flow') })).id).not.toBe(rows[0]!.id);
  });

  it('stays open for its inactivity hours after the last message', async () => {
    const { id } = await open('+12025550103');
    await write(id, { at: later(20 * hourMs) });
    expect((await open('+12025550103', { at: later(44 * hourMs - 1) })).id).toBe(id);
    const next = await open('+12025550103', { at: later(44 * hourMs) });
    expect(next.id).not.toBe(id);
    expect((await findConversation(scope, { workspaceId, conversationId: id }))?.closedAt).toEqual(
      later(44 * hourMs),
    );
  });

  it('stays open for its inactivity hours after the due time of a scheduled message', async () => {
    const { id } = await open('+12025550104', { inactivityHours: 1 });
    await write(id, { status: 'scheduled', dueAt: later(5 * hourMs) });
    expect((await open('+12025550104', { at: later(6 * hourMs - 1) })).id).toBe(id);
    expect((await open('+12025550104', { at: later(6 * hourMs) })).id).not.toBe(id);
  });

  it('is followed by one new conversation under concurrency', async () => {
    const { id } = await open('+12025550105');
    const rows = await Promise.all(
      Array.from({ length: 16 }, () => open('+12025550105', { at: later(25 * hourMs) })),
    );
    expect(new Set(rows.map((row) => row.id)).size).toBe(1);
    expect(rows[0]!.id).not.toBe(id);
  });

  it('merges new data of the customer', async () => {
    await open('+12025550106', { customer: { name: 'Ada', company: 'Acme' }, dynamic: { a: 1 } });
    const row = await open('+12025550106', {
      customer: { name: 'Ada L.' },
      dynamic: { b: 2 },
      flowVersion: 9,
    });
    expect(row).toMatchObject({ customer: { name: 'Ada L.', company: 'Acme' }, dynamic: { a: 1, b: 2 } });
    expect(row.flowVersion).toBe(1);
  });

  it('is not visible to another workspace', async () => {
    const { id: conversationId } = await open('+12025550107');
    const message = await write(conversationId);
    const other = await seedWorkspace(database.db);
    const otherScope = database.db.inWorkspace(other.workspaceId);
    expect(await findConversation(otherScope, { workspaceId, conversationId })).toBeUndefined();
    expect(await findMessage(otherScope, { workspaceId, messageId: message!.id })).toBeUndefined();
    const key = { workspaceId: other.workspaceId, conversationId };
    expect(await findConversation(scope, key)).toBeUndefined();
  });
});

describe('messages', () => {
  it('are listed in order; a limit omits the first ones', async () => {
    const { id } = await open('+12025550110');
    const written = await Promise.all(
      Array.from({ length: 8 }, (_, count) => write(id, { content: `${count}` })),
    );
    const inOrder = [...written].sort((left, right) => left!.sequence - right!.sequence);
    const key = { workspaceId, conversationIds: [id, newId('conversation')] };
    const listed = await listMessages(scope, { ...key, limit: 5 });
    expect(listed.get(id)?.map((row) => row.id)).toEqual(inOrder.slice(3).map((row) => row!.id));
    expect((await findConversation(scope, { workspaceId, conversationId: id }))?.messageCount).toBe(8);
  });

  it('require a conversation', async () => {
    expect(await write(newId('conversation'))).toBeUndefined();
  });

  it('are approved only once under concurrency', async () => {
    const { id: conversationId } = await open('+12025550111');
    const message = await write(conversationId);
    const key = { workspaceId, conversationId, messageId: message!.id, at: later(1000) };
    const decisions = await Promise.all(
      Array.from({ length: 8 }, (_, count) =>
        decideMessage(scope, { ...key, status: 'approved', by: `key_${count}`, content: `Hi ${count}` }),
      ),
    );
    const [decided, ...others] = decisions.filter((row) => row !== undefined);
    expect(others).toEqual([]);
    expect(decided).toMatchObject({ status: 'approved', dueAt: later(1000), draft: 'Hello Ada' });
    expect(await findMessage(scope, key)).toEqual(decided);
  });

  it('keep no draft if the content is unchanged', async () => {
    const { id: conversationId } = await open('+12025550112');
    const message = await write(conversationId);
    const key = { workspaceId, conversationId, messageId: message!.id, by: 'key_1', at: noon };
    const row = await decideMessage(scope, { ...key, status: 'approved', content: 'Hello Ada' });
    expect(row?.draft).toBeNull();
    const rejected = await decideMessage(scope, { ...key, status: 'rejected', note: 'Too late.' });
    expect(rejected).toMatchObject({ status: 'rejected', dueAt: null, decisionNote: 'Too late.' });
    expect(await decideMessage(scope, { ...key, status: 'approved' })).toBeUndefined();
  });
});

describe('the list of conversations', () => {
  it('is filtered', async () => {
    const flowId = newId('flow');
    const [first, second] = [
      await open('+12025550120', { flowId, agentId: 'agent_1' }),
      await open('ada@example.com', { flowId, channel: 'email', inactivityHours: 1 }),
    ];
    await write(first.id);
    const ids = async (filters: object) => {
      const { rows } = await listConversations(scope, { workspaceId, flowId, limit: 10, ...filters });
      return rows.map(({ id }) => id);
    };
    expect(await ids({})).toEqual([second.id, first.id]);
    expect(await ids({ agentId: 'agent_1' })).toEqual([first.id]);
    expect(await ids({ channel: 'email' })).toEqual([second.id]);
    expect(await ids({ recipient: '+12025550120' })).toEqual([first.id]);
    expect(await ids({ messageStatus: 'pending_approval' })).toEqual([first.id]);
    expect(await ids({ messageStatus: 'sent' })).toEqual([]);
    expect(await ids({ openAt: later(2 * hourMs) })).toEqual([first.id]);
    expect(await ids({ closedAt: later(2 * hourMs) })).toEqual([second.id]);
  });
});
