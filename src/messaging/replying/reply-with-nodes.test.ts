import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { emailFrom, seedMessage, smsFrom } from '../../../test/support/inbound-messages.ts';
import { jsonResponse, modelAgent, ReplyTest, type ReplyTestOptions } from '../../../test/support/replies.ts';
import { edge, end } from '../../../test/support/run-flow.ts';
import { ask, failed, ok, visitGraph } from '../../../test/support/visit-flow.ts';
import { newId } from '../../core/ids.ts';
import { AgentInput } from '../../domain/agent.ts';
import { FlowInput } from '../../domain/flow/flow.ts';
import { insertAgent } from '../../store/agents.ts';
import { insertFlow } from '../../store/flows.ts';
import { isSuppressed } from '../../store/suppressions.ts';

let database: TestDatabase;
let lastNumber = 2_025_550_110;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const newNumber = () => `+1${(lastNumber += 1)}`;

const open = (options: ReplyTestOptions = {}) =>
  ReplyTest.open(database.db, { recipient: newNumber(), ...options });

/** Sends each text as a message of the customer, and returns the replies to it. */
async function converse(test: ReplyTest, ...texts: string[]): Promise<string[][]> {
  const replies: string[][] = [];
  for (const text of texts) {
    const before = (await test.replies()).length;
    const all = await test.exchange(smsFrom(test.conversation.recipient, text));
    replies.push(all.slice(before).map(({ content }) => content));
    await test.send();
    await test.clock.advance(60_000);
  }
  return replies;
}

describe('a flow with nodes', () => {
  it('starts with the answer of the customer to its opening question', async () => {
    const test = await open({ flow: visitGraph });
    expect(await converse(test, 'Yes, that works!')).toEqual([['See you then.']]);
    const [reply] = await test.replies();
    expect(reply).toMatchObject({ origin: 'flow', status: 'sent' });
    expect(test.model.requests).toEqual([]);
  });

  it('keeps its state from message to message', async () => {
    const test = await open({ flow: visitGraph });
    expect(await converse(test, 'no', 'Tuesday')).toEqual([
      ['Which day suits you?'],
      ['We moved it to Tuesday, January 6.'],
    ]);
    const german = await open({ flow: visitGraph, agent: { language: 'de-DE' } });
    expect(await converse(german, 'nein', '2026-01-06')).toEqual([
      ['Which day suits you?'],
      ['We moved it to Dienstag, 6. Januar.'],
    ]);
  });

  it('starts again when its message is sent again after its end', async () => {
    const test = await open({ flow: visitGraph });
    const { id: conversationId, workspaceId } = test.conversation;
    const sendAgain = (status: 'pending_approval' | 'sent') =>
      seedMessage(database.db, { workspaceId, conversationId, status, origin: 'flow', template: 'Hello' });
    expect(await converse(test, 'yes')).toEqual([['See you then.']]);
    await sendAgain('pending_approval');
    expect(await converse(test, 'Thanks')).toEqual([[]]);
    expect((await test.row()).attention).toBe('flow_ended');
    await sendAgain('sent');
    await test.receive(smsFrom(test.conversation.recipient, 'HELP'));
    expect(await converse(test, 'no', 'Tuesday', 'Thanks')).toEqual([
      ['Which day suits you?'],
      ['We moved it to Tuesday, January 6.'],
      [],
    ]);
  });

  it.each([
    [{}, 'Sorry, I did not understand your answer.', '(1 = yes, 2 = no)'],
    [{ language: 'de-DE' }, 'Entschuldigung, Ihre Antwort habe ich nicht verstanden.', '(1 = ja, 2 = nein)'],
    [{ phrases: { notUnderstood: 'Pardon?' } }, 'Pardon?', '(1 = yes, 2 = no)'],
  ])('asks again in writing, with the short answers, and gives up: %j', async (agent, sorry, hint) => {
    const test = await open({ flow: visitGraph, agent });
    expect(await converse(test, 'banana', 'apple', 'pear')).toEqual([
      [`${sorry} Does that work?`],
      [`${sorry} Does that work? ${hint}`],
      ['We will call you.'],
    ]);
  });

  it.each([
    ['en-US', '1', true],
    ['en-US', '2', false],
    ['en-US', '👍', true],
    ['en-US', 'y', true],
    ['en-US', 'No problem', true],
    ['en-US', 'Absolutely not', false],
    ['en-US', 'Definitely not.', false],
    ['de-DE', 'Ja, gerne', true],
    ['de-DE', 'Nein, leider nicht', false],
    ['de-DE', 'Nein, das passt mir nicht', false],
    ['de-DE', 'absolut nicht', false],
    ['de-DE', 'Das passt mir gar nicht', false],
    ['de-DE', 'Warum nicht?', true],
    ['fr-FR', "D'accord", true],
    ['fr-FR', 'pas de problème', true],
    ['es-ES', 'Sí', true],
    ['es-ES', 'no hay problema', true],
    ['es-ES', '👎', false],
    ['it-IT', 'no', false],
    ['pt-BR', 'não', false],
    ['nl-NL', 'prima', true],
  ])('understands in %s: %s', async (language, text, isYes) => {
    const test = await open({ flow: visitGraph, agent: { language } });
    const [[reply]] = (await converse(test, text)) as [[string]];
    expect(reply).toBe(isYes ? 'See you then.' : 'Which day suits you?');
  });

  it.each([
    ['en-US', "I'm not sure yet"],
    ['en-US', 'Yes but not tomorrow'],
    ['en-US', 'yes if it is before noon'],
    ['en-US', 'no 👍'],
    ['de-DE', 'Ja, aber nicht morgen'],
    ['de-DE', 'weiß nicht'],
    ['es-ES', 'no sé'],
    ['pt-BR', 'não sei'],
    ['nl-NL', 'ja maar niet morgen'],
  ])('asks again in %s: %s', async (language, text) => {
    const test = await open({ flow: visitGraph, agent: { language } });
    const [[reply]] = (await converse(test, text)) as [[string]];
    expect(reply).toContain('Does that work?');
  });

  it('reads a number as the position of a choice only where it asks for a choice', async () => {
    const choices = [{ value: 'small' }, { value: 'large', phrases: ['big'] }];
    const flow = {
      variables: { size: {}, count: { type: 'number' } },
      nodes: [
        ask('size', 'Which size?', 'choice', { choices }),
        ask('count', 'How many?', 'number'),
        end('done', '{{count}} {{size}}.'),
        end('unclear', '?'),
      ],
      edges: [
        edge('size', 'count', ok),
        edge('size', 'unclear', failed),
        edge('count', 'done', ok),
        edge('count', 'unclear', failed),
      ],
    };
    const test = await open({ flow });
    expect(await converse(test, '2', '13')).toEqual([['How many?'], ['13 large.']]);
    const other = await open({ flow });
    expect(await converse(other, 'Large please', '3')).toEqual([['How many?'], ['3 large.']]);
  });

  it('branches on the first reply, and sends the texts of one step as one message', async () => {
    const flow = {
      nodes: [
        { id: 'route', type: 'branch' },
        { id: 'price', type: 'say', config: { text: 'It costs 10 euros.' } },
        { id: 'hours', type: 'say', config: { text: 'We open at nine.' } },
        ask('more', 'Anything else?', 'yes_no'),
        end(),
      ],
      edges: [
        edge('route', 'price', { type: 'intent', phrases: ['price', 'how much'] }),
        edge('route', 'hours', { type: 'else' }),
        edge('price', 'more'),
        edge('hours', 'more'),
        edge('more', 'end', ok),
        edge('more', 'end', failed, { id: 'more-failed' }),
      ],
      variables: { more: { type: 'boolean' } },
    };
    const test = await open({ flow });
    expect(await converse(test, 'How much is it?')).toEqual([['It costs 10 euros.\nAnything else?']]);
  });

  it('sends a request with the same idempotency key if the job is repeated', async () => {
    const flow = {
      variables: { name: {}, table: { type: 'number' } },
      nodes: [
        ask('name', 'Your name?', 'text'),
        {
          id: 'book',
          type: 'http',
          config: {
            method: 'POST',
            url: 'https://crm.example.com/book',
            body: { name: '{{name}}' },
            save: { table: '/table' },
          },
        },
        end('done', 'Table {{table}}.'),
        end('unclear', '?'),
      ],
      edges: [
        edge('name', 'book', ok),
        edge('name', 'unclear', failed),
        edge('book', 'done', ok),
        edge('book', 'unclear', failed),
      ],
    };
    const test = await open({ flow, respond: () => Promise.resolve(jsonResponse({ table: 7 })) });
    const { recipient } = test.conversation;
    await test.receive(smsFrom(recipient, 'Ada'));
    const crash = { beforeComplete: () => Promise.reject(new Error('killed')) };
    await expect(test.reply(crash)).rejects.toThrow('killed');
    await test.reply({ attempt: 2 });
    expect((await test.replies()).map(({ content }) => content)).toEqual(['Table 7.']);
    const keys = test.sent.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(test.sent[0]!.body).toBe('{"name":"Ada"}');
  });

  it('answers the message for which it sent a request, and then a newer one', async () => {
    const flow = {
      variables: { name: {} },
      nodes: [
        ask('name', 'Your name?', 'text'),
        { id: 'book', type: 'http', config: { method: 'POST', url: 'https://crm.example.com/book' } },
        ask('name', 'Thanks. Another name?', 'text'),
        end(),
      ].map((node, index) => (index === 2 ? { ...node, id: 'again' } : node)),
      edges: [
        edge('name', 'book', ok),
        edge('name', 'end', failed),
        edge('book', 'again'),
        edge('again', 'end', ok),
        edge('again', 'end', failed, { id: 'again-failed' }),
      ],
    };
    const test: ReplyTest = await open({
      flow,
      respond: async () => {
        await test.receive(smsFrom(test.conversation.recipient, 'Bob'));
        return jsonResponse({});
      },
    });
    await test.receive(smsFrom(test.conversation.recipient, 'Ada'));
    await test.reply();
    expect((await test.replies()).map(({ content }) => content)).toEqual(['Thanks. Another name?']);
    expect(await test.isQueued()).toBe(true);
    await test.reply();
    expect((await test.replies()).map(({ content }) => content)).toEqual([
      'Thanks. Another name?',
      'Goodbye.',
    ]);
    expect(test.sent).toHaveLength(1);
  });

  it('stores a disposition, a callback and a message of another flow with the reply', async () => {
    const other = newNumber();
    const flow = {
      variables: { when: { type: 'date_time' } },
      nodes: [
        {
          id: 'callback',
          type: 'schedule_callback',
          config: { at: '{{heard.date_time}}', confirmation: 'We will call you.' },
        },
        { id: 'note', type: 'set_disposition', config: { disposition: 'interested', notes: 'By SMS' } },
        { id: 'notify', type: 'send_message', config: { flowId: 'FLOW', to: other } },
        end('done', ''),
      ],
      edges: [
        edge('callback', 'note', ok),
        edge('callback', 'note', failed, { id: 'callback-failed' }),
        edge('note', 'notify'),
        edge('notify', 'done'),
      ],
    };
    const test = await open({ flow });
    // The flow refers to itself, which the fixture cannot know before it exists.
    await test.rows(
      `update flow_versions set definition = replace(definition::text, '"FLOW"', '"' || flow_id || '"')::jsonb where workspace_id = $1 returning flow_id`,
    );
    expect(await converse(test, 'tomorrow at three pm')).toEqual([['We will call you.']]);
    const dispositions = await test.rows(
      `select disposition, status, notes, scheduled_at as "at" from dispositions where workspace_id = $1 order by disposition`,
    );
    expect(dispositions).toEqual([
      { disposition: 'callback_scheduled', status: 'pending', notes: '', at: expect.any(Date) },
      { disposition: 'interested', status: 'completed', notes: 'By SMS', at: null },
    ]);
    const sent = await test.rows(
      `select recipient, messages.status, messages.metadata->>'nodeId' as node from messages join conversations on conversations.id = conversation_id
       where messages.workspace_id = $1 and messages.metadata ? 'nodeId'`,
    );
    expect(sent).toEqual([{ recipient: other, status: 'approved', node: 'notify' }]);
  });

  it('reaches the test network only if a test key caused the conversation', async () => {
    const other = newNumber();
    const notify = (id: string, to: string) => ({ id, type: 'send_message', config: { flowId: 'FLOW', to } });
    const flow = {
      nodes: [
        { id: 'note', type: 'set_disposition', config: { disposition: 'interested' } },
        notify('real', '+12026000142'),
        notify('fictional', other),
        end('done', 'Goodbye.'),
      ],
      edges: [edge('note', 'real'), edge('real', 'fictional'), edge('fictional', 'done')],
    };
    const test = await open({ flow });
    await test.rows(
      `update flow_versions set definition = replace(definition::text, '"FLOW"', '"' || flow_id || '"')::jsonb where workspace_id = $1 returning flow_id`,
    );
    await test.rows('update conversations set test_only = true where workspace_id = $1 returning id');
    expect(await converse(test, 'Hello')).toEqual([['Goodbye.']]);
    expect(
      await test.rows(`select test_only as "testOnly" from dispositions where workspace_id = $1`),
    ).toEqual([{ testOnly: true }]);
    const conversations = await test.rows(
      `select recipient, test_only as "testOnly", warnings from conversations where workspace_id = $1 order by recipient`,
    );
    const text = expect.stringMatching(/test key/i);
    expect(conversations).toEqual([
      { recipient: other, testOnly: true, warnings: [] },
      {
        recipient: test.conversation.recipient,
        testOnly: true,
        warnings: [{ nodeId: 'real', text, at: expect.any(String) }],
      },
    ]);
  });

  it('leaves a callback of a person and a request for a person to people', async () => {
    const flow = {
      nodes: [
        {
          id: 'callback',
          type: 'schedule_callback',
          config: {
            at: '{{heard.date_time}}',
            notes: 'About the bill.',
            confirmation: 'A colleague will call.',
            by: 'person',
          },
        },
        ask('name', 'Your name?', 'text'),
        end(),
      ],
      edges: [
        edge('callback', 'name', ok),
        edge('callback', 'name', failed, { id: 'callback-failed' }),
        edge('name', 'end', ok),
        edge('name', 'end', failed, { id: 'name-failed' }),
      ],
    };
    const test = await open({ flow });
    await converse(test, 'tomorrow at three pm', 'I want to speak to a person');
    expect(await test.rows('select id from dispositions where workspace_id = $1')).toEqual([]);
    expect(
      await test.rows(
        `select kind, reason, due_at is not null as "isDue" from tasks where workspace_id = $1 order by kind`,
      ),
    ).toEqual([
      { kind: 'callback', reason: 'About the bill.', isDue: true },
      { kind: 'person_requested', reason: 'The customer asked for a person in a message.', isDue: false },
    ]);
    expect(await test.row()).toMatchObject({ attention: 'person_requested' });
  });

  it('hands over to another messaging agent with its flow', async () => {
    const flow = {
      nodes: [
        { id: 'over', type: 'agent_handoff', config: { agentId: 'AGENT', message: 'One moment.' } },
        end('failed', 'Sorry.'),
      ],
      edges: [edge('over', 'failed', failed)],
    };
    const test = await open({ flow });
    const { workspaceId } = test.conversation;
    const agent = await insertAgent(database.db.inWorkspace(workspaceId), {
      id: newId('agent'),
      workspaceId,
      config: AgentInput.parse({ name: 'Bob', type: 'messaging', ...modelAgent }),
      at: new Date(test.clock.now()),
    });
    await test.rows(
      `update flow_versions set definition = replace(definition::text, '"AGENT"', '"${agent.id}"')::jsonb where workspace_id = $1 returning flow_id`,
    );
    test.model.respond = async function* () {
      yield { type: 'text-delta', text: 'Bob here.' };
      yield { type: 'finished', reason: 'stop', inputTokens: 1, outputTokens: 1 };
    };
    expect(await converse(test, 'Hello', 'Still there?')).toEqual([
      ['One moment.\nBob here.'],
      ['Bob here.'],
    ]);
    expect((await test.row()).agentId).toBe(agent.id);
  });

  it('keeps the language of the conversation after a handover to an agent whose flow has texts in it', async () => {
    const flow = {
      nodes: [
        { id: 'over', type: 'agent_handoff', config: { agentId: 'AGENT', message: 'Einen Moment.' } },
        end('failed', 'Leider nein.'),
      ],
      edges: [edge('over', 'failed', failed)],
    };
    const test = await open({ flow, agent: { language: 'de-DE' } });
    const { workspaceId } = test.conversation;
    const scope = database.db.inWorkspace(workspaceId);
    const at = new Date(test.clock.now());
    const prompt = { en: 'Which day suits you?', de: 'Welcher Tag passt?' };
    const definition = FlowInput.parse({
      type: 'message',
      name: 'Visit',
      status: 'active',
      initiationMessage: { en: 'Hello.', de: 'Hallo.' },
      nodes: [
        { id: 'day', type: 'ask', config: { prompt, variable: 'day', expect: 'date_time' } },
        { id: 'end', type: 'end', config: { text: { en: 'See you on {{day}}.', de: 'Bis {{day}}.' } } },
      ],
      edges: [edge('day', 'end')],
    });
    const { id: flowId } = await insertFlow(scope, { id: newId('flow'), workspaceId, definition, at });
    const config = AgentInput.parse({ name: 'Bob', type: 'messaging', flowId });
    const agent = await insertAgent(scope, { id: newId('agent'), workspaceId, config, at });
    await test.rows(
      `update flow_versions set definition = replace(definition::text, '"AGENT"', '"${agent.id}"')::jsonb where workspace_id = $1 returning flow_id`,
    );
    expect(await converse(test, 'Hallo', 'am sechsten Januar')).toEqual([
      ['Einen Moment.\nWelcher Tag passt?'],
      ['Bis Dienstag, 6. Januar.'],
    ]);
  });

  it('pauses while a person has taken over, and continues when the person releases the conversation', async () => {
    const test = await open({ flow: visitGraph });
    await test.change('taken_over_at = now()');
    expect(await converse(test, 'Yes, that works!')).toEqual([[]]);
    await test.change('taken_over_at = null');
    expect(await converse(test, 'no')).toEqual([['Which day suits you?']]);
  });

  it.each([
    ['with nodes', visitGraph],
    ['with nodes and drafts', { ...visitGraph, autopilotReplies: false }],
    ['with drafts of a language model', { autopilotReplies: false }],
  ])('opts a customer out who asks for it in other words, in a flow %s', async (_, flow) => {
    const test = await open({ flow });
    const { recipient, workspaceId } = test.conversation;
    await test.receive(smsFrom(recipient, 'Please do not contact me again'));
    expect(await test.replies()).toMatchObject([
      { keyword: 'stop', content: expect.stringMatching(/^Acme: You are unsubscribed/) as string },
    ]);
    const scope = database.db.inWorkspace(workspaceId);
    expect(await isSuppressed(scope, { workspaceId, channel: 'sms', address: recipient })).toBe(true);
  });

  it('ends calls, not messages, for a customer who asks for no calls', async () => {
    const test = await open({ flow: visitGraph });
    const { recipient: address, workspaceId } = test.conversation;
    expect(await converse(test, 'Please do not call me')).toEqual([
      ['I am sorry. We will not call you again. Goodbye.'],
    ]);
    const scope = database.db.inWorkspace(workspaceId);
    expect(await isSuppressed(scope, { workspaceId, channel: 'sms', address })).toBe(false);
    expect(await isSuppressed(scope, { workspaceId, channel: 'voice', address })).toBe(true);
  });

  it('takes leave in writing in other words than on the phone', async () => {
    const test = await open({ flow: visitGraph, agent: { language: 'de-DE' } });
    expect(await converse(test, 'Bitte rufen Sie mich nicht mehr an')).toEqual([
      ['Entschuldigung. Wir rufen Sie nicht mehr an. Viele Grüße'],
    ]);
  });

  it('reads a reply after the inactivity hours as the answer to the opening question', async () => {
    const test = await open({ flow: visitGraph });
    const { recipient, id } = test.conversation;
    await test.change(`expires_at = '2026-01-05T11:00:00Z'`);
    await test.receive(smsFrom(recipient, 'Yes, that works.'));
    const [next] = await test.rows<{ id: string }>(
      `select id from conversations where workspace_id = $1 and closed_at is null`,
    );
    expect(next!.id).not.toBe(id);
    await test.reply({ conversationId: next!.id });
    const sent = await test.rows<{ content: string }>(
      `select content from messages where workspace_id = $1 and conversation_id = '${next!.id}' and direction = 'outbound'`,
    );
    expect(sent).toEqual([{ content: 'See you then.' }]);
  });

  it('leaves a request for a person to a person', async () => {
    const test = await open({ flow: visitGraph });
    expect(await converse(test, 'Can I speak to a real person', 'Yes')).toEqual([[], []]);
    expect((await test.row()).attention).toBe('person_requested');
  });

  it('reads an email below its greeting', async () => {
    const test = await open({ flow: visitGraph, recipient: `ada${(lastNumber += 1)}@example.com` });
    const [reply] = await test.exchange(
      emailFrom(test.conversation.recipient, 'Dear Acme team,\n\nyes, that works.'),
    );
    expect(reply!.content).toBe('See you then.');
  });

  it('waits for the decision on a draft', async () => {
    const test = await open({ flow: { ...visitGraph, autopilotReplies: false } });
    expect(await converse(test, 'no')).toEqual([['Which day suits you?']]);
    expect(await converse(test, 'hello?')).toEqual([[]]);
    expect((await test.row()).attention).toBe('draft_pending');
  });
});
