import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  ParleyClient,
  type Conversation,
  type GenerateMessageInput,
  type Message,
  type MessageFlowInput,
  type TestMessage,
} from '../../packages/sdk/src/client.ts';
import { edge, end } from '../support/run-flow.ts';
import { ask, failed, ok } from '../support/visit-flow.ts';
import { ProgramUnderTest } from './program-under-test.ts';

let program: ProgramUnderTest;
let client: ParleyClient;
let flowId: string;
beforeAll(async () => {
  program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '26200-26299' });
  const { apiKey, workspaceId } = program.parley.firstStart!;
  client = new ParleyClient({ baseUrl: program.parley.httpAddress!, apiKey, workspaceId });
  const flow = await client.createFlow({
    body: {
      type: 'message',
      name: 'Reminder',
      status: 'active',
      initiationMessage: 'Hello {{customer.name}}, can you come tomorrow at ten?',
      subject: 'Your visit',
    },
  });
  flowId = flow.id;
});
afterAll(() => program.close());

const send = async (to: string, changes: Partial<GenerateMessageInput> = {}) => {
  const metadata = { customerDetails: { name: 'Ada' } };
  const { conversation_id: conversationId } = await client.generateMessage({
    body: { flowId, to, autopilot: true, metadata, ...changes },
  });
  return conversationId;
};

const conversation = (conversationId: string): Promise<Conversation> =>
  client.getConversation({ path: { conversationId } });

const inbox = async (address: string): Promise<TestMessage[]> =>
  (await client.listTestMessages({ query: { address } })).data.messages;

/** Waits for real sockets and the delays of simulated people. */
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 100 });

const statuses = async (conversationId: string) =>
  (await conversation(conversationId)).messages.map(({ direction, status }) => `${direction} ${status}`);

it('leaves the SMS of a stranger in a conversation with a task', { timeout: 60_000 }, async () => {
  const stranger = { from: '+12025550144', to: '+12025550150', message: 'Are you open on Sunday?' };
  await client.answerTestMessage({ body: stranger });
  const tasks = await eventually(async () => {
    const { data } = await client.listTasks({ query: { kind: 'inbound_message', status: 'open' } });
    expect(data.tasks).toHaveLength(1);
    return data.tasks;
  });
  expect(tasks[0]!.address).toBe(stranger.from);
  expect(await conversation(tasks[0]!.links.conversationId!)).toMatchObject({
    pathwayId: '',
    attention: 'unassigned',
    customer: { phone: stranger.from },
    messages: [{ direction: 'inbound', message: stranger.message }],
  });
});

describe('messages to simulated people', { timeout: 60_000 }, () => {
  it('arrive by SMS at a phone, which reports the delivery', async () => {
    const id = await send('+12025550104');
    await eventually(async () => expect(await statuses(id)).toEqual(['outbound delivered']));
    expect(await inbox('+12025550104')).toMatchObject([
      { direction: 'received', channel: 'sms', message: 'Hello Ada, can you come tomorrow at ten?' },
    ]);
  });

  it('arrive by email at a mailbox', async () => {
    const id = await send('silent@example.com');
    await eventually(async () => expect(await statuses(id)).toEqual(['outbound sent']));
    expect(await inbox('silent@example.com')).toMatchObject([
      {
        direction: 'received',
        channel: 'email',
        subject: 'Your visit',
        message: expect.stringContaining('Hello Ada, can you come tomorrow at ten?'),
      },
    ]);
  });

  it.each(['+12025550108', '+12025550117', '+12025550118', 'unknown@example.org', 'refused@example.net'])(
    'fail for %s',
    async (to) => {
      const id = await send(to);
      await eventually(async () => expect(await statuses(id)).toEqual(['outbound failed']));
      expect((await conversation(id)).messages[0]!.failure).not.toBe('');
      expect(await inbox(to)).toEqual([]);
    },
  );
});

describe('the two minutes of docs/messages.md', { timeout: 60_000 }, () => {
  it.each([
    ['+12025550103', 'Who is this, and what is it about?'],
    ['asks@example.com', 'Who is this, and what is it about?'],
  ])('%s answers, and a user answers in place of the simulated person', async (to, question) => {
    const id = await send(to);
    await eventually(async () =>
      expect((await conversation(id)).messages.map(({ message }) => message)).toContain(question),
    );
    await client.answerTestMessage({ body: { from: to, message: 'I found it. See you tomorrow!' } });
    await eventually(async () => {
      const { messages } = await conversation(id);
      expect(
        messages.filter(({ direction }) => direction === 'inbound').map(({ message }) => message),
      ).toEqual([question, 'I found it. See you tomorrow!']);
    });
    expect((await inbox(to)).map(({ direction, message }) => [direction, message])).toEqual([
      ['sent', 'I found it. See you tomorrow!'],
      ['sent', question],
      ['received', expect.stringContaining('Hello Ada, can you come tomorrow at ten?')],
    ]);
  });

  it.each(['+12025550107', 'stop@example.com'])('%s opts out with STOP', async (to) => {
    await send(to);
    await eventually(async () => {
      const { data } = await client.listSuppressions({ query: { address: to } });
      expect(data.suppressions).toHaveLength(1);
    });
    await expect(send(to)).rejects.toMatchObject({ code: 'opted_out' });
  });

  it('a message waits for approval, and is sent as edited', async () => {
    const to = 'silent+draft@example.com';
    const conversationId = await send(to, { autopilot: false });
    const [{ _id: messageId, status }] = (await conversation(conversationId)).messages as [Message];
    expect(status).toBe('pending_approval');
    await client.approveMessage({ path: { conversationId, messageId }, body: { message: 'Hello, Ada!' } });
    await eventually(async () => expect(await inbox(to)).toMatchObject([{ message: 'Hello, Ada!' }]));
  });

  it('an out-of-office reply and a bounce are not answered', async () => {
    const away = await send('away@example.com');
    await eventually(async () => expect(await statuses(away)).toEqual(['outbound sent', 'inbound received']));
    const bounced = await send('bounces@example.com');
    await eventually(async () => expect(await statuses(bounced)).toEqual(['outbound failed']));
  });
});

describe('a flow that asks questions in messages', { timeout: 60_000 }, () => {
  let questionsId: string;
  beforeAll(async () => {
    const questions = {
      type: 'message',
      name: 'Questions',
      status: 'active',
      initiationMessage: 'Can you come tomorrow at ten?',
      autopilotReplies: true,
      replyDebounceSeconds: 1,
      nodes: [
        ask('coming', 'Can you come tomorrow at ten?', 'yes_no'),
        ask('count', 'Noted: {{coming}}. How many hours?', 'number'),
        end('noted', 'Noted: {{count}} hours.'),
        end('unclear', 'We will call you.'),
      ],
      edges: [
        edge('coming', 'count', ok),
        edge('coming', 'unclear', failed),
        edge('count', 'noted', ok),
        edge('count', 'unclear', failed),
      ],
    };
    const flow = await client.createFlow({ body: questions as MessageFlowInput });
    questionsId = flow.id;
  });

  it.each(['+12025550124', 'silent+answers@example.com'])('stores the answers of %s as meant', async (to) => {
    const id = await send(to, { flowId: questionsId });
    // A message can be answered when it is listed at the person, which is later than in the conversation.
    const arrived = (message: RegExp) =>
      eventually(async () =>
        expect((await inbox(to))[0]).toMatchObject({
          direction: 'received',
          message: expect.stringMatching(message),
        }),
      );
    const exchange = async (message: string, reply: RegExp) => {
      const { messages: before } = await conversation(id);
      await client.answerTestMessage({ body: { from: to, message } });
      await arrived(reply);
      expect((await conversation(id)).messages).toHaveLength(before.length + 2);
    };
    await arrived(/^Can you come tomorrow at ten\?/);
    await exchange("I'm not sure yet", /did not understand.*Can you come tomorrow at ten\?/s);
    await exchange('Absolutely not', /Noted: no\./);
    await exchange('three and a half', /Noted: 3\.5 hours\./);
  });
});
