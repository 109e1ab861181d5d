import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon } from '../../test/support/fixtures.ts';
import { seedConversation, seedMessage, seedMessaging } from '../../test/support/inbound-messages.ts';
import { FakeLanguageModel } from '../contracts/testing/fake-language-model.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { PriceTable } from '../domain/costs/price-table.ts';
import { analyzeConversationKind } from '../jobs/analysis-jobs.ts';
import type { Analysis } from '../domain/analysis.ts';
import { findConversation } from '../store/conversations/conversations.ts';
import { eraseConversations } from '../store/erase-records.ts';
import { analyzeConversationHandler } from './analyze-conversation.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const hourMs = 3_600_000;
const prices = PriceTable.parse({
  currency: 'USD',
  languageModels: { 'fake/*': { perMillionInputTokens: 1, perMillionOutputTokens: 2 } },
});
const answer = { summary: 'She comes at ten.', sentiment: 'positive' };

const run = async (
  clock: ManualClock,
  {
    messages = ['Yes, see you.'],
    isRequested = false,
    agent = {} as object,
    reply = JSON.stringify(answer),
    isErasedMeanwhile = false,
  } = {},
) => {
  const fixture = await seedMessaging(database.db, {
    agent: { model: 'fake/scripted', analysis: { summary: true }, ...agent },
  });
  const { workspaceId } = fixture;
  const { id: conversationId } = await seedConversation(database.db, fixture);
  for (const content of messages)
    await seedMessage(database.db, {
      workspaceId,
      conversationId,
      direction: 'inbound',
      origin: 'customer',
      status: 'received',
      dueAt: null,
      content,
    });
  await seedMessage(database.db, { workspaceId, conversationId, status: 'rejected', content: 'A draft.' });
  const usage = { inputTokens: 1000, outputTokens: 100 };
  const model = new FakeLanguageModel([{ pieces: [reply], ...usage }]);
  if (isErasedMeanwhile) {
    const respond = model.respond.bind(model);
    model.respond = async function* (request) {
      yield* respond(request);
      await database.db
        .inWorkspace(workspaceId)
        .transaction((tx) => eraseConversations(tx, { workspaceId, ids: [conversationId], at: noon }));
    };
  }
  const context = { clock, logger: silentLogger, database: database.db, prices };
  const job = { id: 1, kind: analyzeConversationKind, workspaceId, key: conversationId, attempt: 1 };
  const failure: unknown = await analyzeConversationHandler({
    ...context,
    models: { languageModel: () => model },
  })
    .run(
      { ...job, payload: { conversationId, isRequested } },
      { signal: new AbortController().signal, complete: async () => {} },
    )
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  const scope = database.db.inWorkspace(workspaceId);
  const events = await scope.rows<{ data: { analysis: Analysis } }>({
    text: `select data from events where type = 'conversation.analyzed'`,
  });
  const jobs = await scope.rows<{ runAt: Date }>(
    { text: 'select run_at as "runAt" from jobs where kind = $1 and key = $2' },
    [analyzeConversationKind, conversationId],
  );
  const row = (await findConversation(scope, { workspaceId, conversationId }))!;
  return { row, model, events, jobs, failure };
};

describe('the analysis of a conversation', () => {
  it('is made when no message was exchanged for the inactivity hours of the flow', async () => {
    const { row, model, events } = await run(new ManualClock(noon.getTime() + 24 * hourMs));
    expect(row.analysis).toMatchObject({ ...answer, status: 'completed', model: 'fake/scripted' });
    const request = model.requests[0]!.messages[1]!.content;
    expect(request).toContain('Customer: "Yes, see you."');
    expect(request).toContain('Agent: "Hello, see you tomorrow at ten. Does that work?"');
    expect(request).not.toContain('A draft.');
    expect(events).toMatchObject([{ data: { conversationId: row.id, analysis: answer } }]);
  });

  it.each([
    ['completed', JSON.stringify(answer)],
    ['repeated', 'The customer was happy.'],
  ])('adds its costs to those of the conversation, also if it must be %s', async (_name, reply) => {
    const options = { isRequested: true, reply };
    const { row, failure } = await run(new ManualClock(noon.getTime()), options);
    expect(failure === undefined).toBe(row.analysis !== null);
    expect(row.costs).toMatchObject([
      { kind: 'language-model', unit: 'input-tokens', quantity: 1000, cost: '0.001' },
      { unit: 'output-tokens', quantity: 100, cost: '0.0002' },
    ]);
  });

  it('is discarded if the conversation is erased meanwhile', async () => {
    const clock = new ManualClock(noon.getTime() + 24 * hourMs);
    const { row, model, events } = await run(clock, { isErasedMeanwhile: true });
    expect(model.requests).toHaveLength(1);
    expect(row).toMatchObject({ analysis: null, recipient: '[erased]' });
    expect(events).toEqual([]);
  });

  it('waits until the end of an open conversation', async () => {
    const { row, model, jobs } = await run(new ManualClock(noon.getTime() + 23 * hourMs));
    expect(row.analysis).toBeNull();
    expect(model.requests).toEqual([]);
    expect(jobs).toEqual([{ runAt: row.expiresAt }]);
  });

  it('is made at once on request', async () => {
    const { row } = await run(new ManualClock(noon.getTime()), { isRequested: true });
    expect(row.analysis).toMatchObject({ status: 'completed' });
  });

  it('is skipped without a request if the customer wrote nothing', async () => {
    const { row, model } = await run(new ManualClock(noon.getTime() + 24 * hourMs), { messages: [] });
    expect(row.analysis).toMatchObject({ status: 'skipped' });
    expect(model.requests).toEqual([]);
  });

  it('is not made if the agent no longer requests one', async () => {
    const agent = { analysis: { summary: false } };
    const { row, events } = await run(new ManualClock(noon.getTime() + 24 * hourMs), { agent });
    expect([row.analysis, events]).toEqual([null, []]);
  });
});
