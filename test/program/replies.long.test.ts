import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ParleyClient, type Conversation, type MessageFlowInput } from '../../packages/sdk/src/client.ts';
import { ProgramUnderTest } from './program-under-test.ts';

let program: ProgramUnderTest;
let client: ParleyClient;

beforeAll(async () => {
  program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '26300-26399' });
  const { apiKey, workspaceId } = program.parley.firstStart!;
  client = new ParleyClient({ baseUrl: program.parley.httpAddress!, apiKey, workspaceId });
});
afterAll(() => program.close());

const ask = (id: string, prompt: string) => ({
  id,
  type: 'ask' as const,
  config: { prompt, variable: id, expect: 'text' as const },
});
const result = (from: string, to: string, ok: boolean) => ({
  id: `${from}-${to}-${ok}`,
  from,
  to,
  condition: { type: 'result' as const, ok },
});

const visit = {
  variables: { works: { type: 'boolean' as const } },
  nodes: [
    {
      id: 'works',
      type: 'ask' as const,
      config: { prompt: 'Does that work?', variable: 'works', expect: 'yes_no' as const },
    },
    { id: 'agreed', type: 'end' as const, config: { text: 'See you then.', disposition: 'answered' } },
    { id: 'unclear', type: 'end' as const, config: { text: 'We will call you.' } },
  ],
  edges: [result('works', 'agreed', true), result('works', 'unclear', false)],
};

/** Asks without end. */
const endless = {
  startNodeId: 'a',
  variables: { a: {}, b: {} },
  nodes: [
    ask('a', 'What is your name?'),
    ask('b', 'And what do you want?'),
    { id: 'end', type: 'end' as const },
  ],
  edges: [
    result('a', 'b', true),
    result('b', 'a', true),
    result('a', 'end', false),
    result('b', 'end', false),
  ],
};

async function start(to: string, flow: Partial<MessageFlowInput>): Promise<string> {
  const { id: flowId } = await client.createFlow({
    body: {
      type: 'message',
      name: 'Reminder',
      status: 'active',
      initiationMessage: 'Hello, can you come tomorrow at ten?',
      subject: 'Your visit',
      autopilotReplies: true,
      replyDebounceSeconds: 1,
      ...flow,
    },
  });
  const { conversation_id: id } = await client.generateMessage({ body: { flowId, to, autopilot: true } });
  return id;
}

const read = (conversationId: string): Promise<Conversation> =>
  client.getConversation({ path: { conversationId } });

/** Waits for real sockets and the delays of simulated people. */
const eventually = <T>(check: () => T | Promise<T>, timeout = 20_000) =>
  vi.waitFor(check, { timeout, interval: 100 });

const linesOf = ({ messages }: Conversation): string[] =>
  messages.map(({ direction, status, message }) => `${direction} ${status}: ${message}`);

describe('replies to simulated people', { timeout: 120_000 }, () => {
  it('follow the nodes of the flow by SMS', async () => {
    const id = await start('+12025550100', visit);
    await eventually(async () => {
      expect(linesOf(await read(id))).toEqual([
        'outbound delivered: Hello, can you come tomorrow at ten?',
        expect.stringMatching(/^inbound received: /),
        'outbound delivered: See you then.',
      ]);
    });
    expect(await read(id)).toMatchObject({ automaticMessages: 1, attention: null });
    const { data } = await client.listDispositions({ query: { phoneNumber: '+12025550100' } });
    expect(data.dispositions).toMatchObject([{ disposition: 'answered', callId: null }]);
  });

  it('follow the nodes of the flow by email', async () => {
    const id = await start('agrees@example.com', visit);
    await eventually(async () => {
      const { messages } = await read(id);
      expect(messages.map(({ status }) => status)).toEqual(['sent', 'received', 'sent']);
      expect(messages.at(-1)!.message).toBe('See you then.');
    });
  });

  it('confirm STOP', async () => {
    const id = await start('+12025550107', visit);
    await eventually(async () => {
      const { messages } = await read(id);
      expect(messages.map(({ status }) => status)).toEqual(['delivered', 'received', 'delivered']);
      expect(messages.at(-1)!.message).toContain('You are unsubscribed');
    });
  });

  it('end with a robot, and ask a person', async () => {
    const id = await start('+12025550114', endless);
    await eventually(async () => expect((await read(id)).attention).toBe('possible_loop'), 60_000);
    const { messages } = await read(id);
    expect(messages.length).toBeLessThanOrEqual(8);
  });

  it('do not answer an automatic email', async () => {
    const id = await start('away@example.com', endless);
    await eventually(async () => {
      const { messages } = await read(id);
      expect(messages.map(({ status }) => status)).toEqual(['sent', 'received']);
    });
    expect((await read(id)).automaticMessages).toBe(0);
  });
});
