import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { smsFrom } from '../../../test/support/inbound-messages.ts';
import { modelAgent, ReplyTest, type ReplyTestOptions } from '../../../test/support/replies.ts';
import { visitGraph } from '../../../test/support/visit-flow.ts';
import { isSuppressed } from '../../store/suppressions.ts';

let database: TestDatabase;
let lastNumber = 2_025_550_110;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const returning = (fields: object): ReplyTestOptions['replies'] => [
  { pieces: [JSON.stringify({ value: null, request: null, ...fields })] },
];

/** Sends a text as the answer to "Does that work?". Returns the replies, and what the model received. */
async function answerWith(text: string, replies: ReplyTestOptions['replies'], agent: object = modelAgent) {
  const recipient = `+1${(lastNumber += 1)}`;
  const test = await ReplyTest.open(database.db, {
    flow: visitGraph,
    agent,
    recipient,
    ...(replies && { replies }),
  });
  const written = await test.exchange(smsFrom(recipient, text));
  const { workspaceId } = test.conversation;
  const isOptedOut = (channel: 'sms' | 'voice') =>
    isSuppressed(database.db.inWorkspace(workspaceId), { workspaceId, channel, address: recipient });
  return { test, texts: written.map(({ content }) => content), requests: test.model.requests, isOptedOut };
}

describe('a message that the rules do not understand', () => {
  const text = 'I could swing that';

  it('is understood by the language model, without asking again', async () => {
    const { texts, requests } = await answerWith(
      text,
      returning({ value: true, evidence: 'could swing that' }),
    );
    expect(texts).toEqual(['See you then.']);
    expect(requests).toHaveLength(1);
    expect(JSON.parse(requests[0]!.messages[1]!.content)).toMatchObject({
      question: 'Does that work?',
      answer: text,
    });
  });

  it.each<[string, ReplyTestOptions['replies']]>([
    ['finds nothing', returning({})],
    ['has no evidence', returning({ value: true, evidence: 'yes' })],
    ['returns no JSON', [{ pieces: ['Yes!'] }]],
    ['fails', [{ ending: 'overloaded' }]],
  ])('is asked again if the model %s', async (_case, replies) => {
    const { texts } = await answerWith(text, replies);
    expect(texts).toEqual(['Sorry, I did not understand your answer. Does that work?']);
  });

  it('is not sent to the model if the rules understand it', async () => {
    const { texts, requests } = await answerWith('No problem', []);
    expect([texts, requests]).toEqual([['See you then.'], []]);
  });

  it('may be an opt-out, of messages and of calls', async () => {
    const evidence = 'lose my digits';
    const { texts, isOptedOut } = await answerWith(
      'Please lose my digits',
      returning({ request: 'opt_out', evidence }),
    );
    expect(texts).toEqual([expect.stringContaining('START')]);
    expect([await isOptedOut('sms'), await isOptedOut('voice')]).toEqual([true, true]);
  });

  it('is no opt-out without evidence', async () => {
    const { isOptedOut } = await answerWith(text, returning({ request: 'opt_out', evidence: 'stop' }));
    expect([await isOptedOut('sms'), await isOptedOut('voice')]).toEqual([false, false]);
  });

  it.each([
    'Yes\n\nReply STOP to unsubscribe.',
    'Yes, please. “Reply STOP to unsubscribe”',
    '> To get no more calls, answer: stop calling me.\nYes',
  ])('is no opt-out by our text that it quotes: %j', async (text) => {
    const { texts, isOptedOut } = await answerWith(text, []);
    expect(texts).toEqual(['See you then.']);
    expect([await isOptedOut('sms'), await isOptedOut('voice')]).toEqual([false, false]);
  });

  it('may ask for a person, who then answers', async () => {
    const evidence = 'a human being';
    const { test, texts } = await answerWith(
      'Get me a human being plz',
      returning({ request: 'person', evidence }),
    );
    expect(texts).toEqual([]);
    expect((await test.row()).attention).toBe('person_requested');
  });

  it('is understood by the model alone in a language without rules', async () => {
    // "No" agrees in Polish.
    const agent = { ...modelAgent, language: 'pl-PL' };
    const { texts, requests } = await answerWith(
      'No, jasne!',
      returning({ value: true, evidence: 'No, jasne' }),
      agent,
    );
    expect([texts, requests.length]).toEqual([['See you then.'], 1]);
    expect((await answerWith('1', [], agent)).texts).toEqual(['See you then.']);
  });
});
