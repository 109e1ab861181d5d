import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { anthropicFormat } from '../../src/providers/ai-sdk/testing/anthropic-format.ts';
import { ScriptedServer, type ServedReply } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { ProgramUnderTest } from './program-under-test.ts';

const agreed: ServedReply = {
  pieces: ['I will do that. '],
  toolCall: { id: 'toolu_1', name: 'flow_step_1', arguments: {} },
};

const script: Record<string, readonly ServedReply[]> = {
  reception: [{ pieces: ['Shall I connect you with sales?'] }, agreed],
  sales: [{ pieces: ['Do you want a large one?'] }, agreed],
};

let server: ScriptedServer;
let program: ProgramUnderTest;

beforeAll(async () => {
  server = await ScriptedServer.start(script, anthropicFormat);
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '24400-24499',
    PARLEY_ANTHROPIC_BASE_URL: server.baseUrl,
    PARLEY_ANTHROPIC_API_KEY: 'sk-ant-test',
  });
});
afterAll(async () => {
  await program.close();
  await server.close();
});

const create = async (path: string, body: object): Promise<string> =>
  (await program.api.create<{ id: string }>(path, body)).id;

const always = { type: 'else' };
const whenAgreed = { type: 'prompt', text: 'The caller has agreed.' };

const textsOf = (call: CallResource, agentId: string | undefined): string[] =>
  call.transcript
    .filter((entry) => entry.role === 'agent' && entry.agentId === agentId)
    .map(({ content }) => content);

it('decides and replies in one request per turn, and hands the call over to another agent', async () => {
  const salesFlow = await create('/api/v1/flows', {
    name: 'Sales',
    status: 'active',
    nodes: [
      { id: 'sell', type: 'conversation', config: { prompt: 'Sell.' } },
      { id: 'sold', type: 'end', config: { text: 'It is on its way. Goodbye.', disposition: 'interested' } },
      { id: 'unsold', type: 'end', config: { text: 'Goodbye.' } },
    ],
    edges: [
      { id: 'e1', from: 'sell', to: 'sold', condition: whenAgreed },
      { id: 'e2', from: 'sell', to: 'unsold', condition: always },
    ],
  });
  const sales = await create('/api/v1/agents', {
    name: 'Sales',
    model: 'anthropic/sales',
    voice: { provider: 'builtin', voiceId: 'slt' },
    personality: 'You sell to {{customer.name}}.',
    flowId: salesFlow,
  });
  const receptionFlow = await create('/api/v1/flows', {
    name: 'Reception',
    status: 'active',
    nodes: [
      { id: 'talk', type: 'conversation', config: { firstMessage: 'Do you want to buy something?' } },
      {
        id: 'to_sales',
        type: 'agent_handoff',
        config: { agentId: sales, message: 'I connect you with sales.' },
      },
      { id: 'busy', type: 'end', config: { text: 'All lines are busy. Goodbye.' } },
    ],
    edges: [
      { id: 'e1', from: 'talk', to: 'to_sales', condition: whenAgreed },
      { id: 'e2', from: 'talk', to: 'busy', condition: always },
      { id: 'e3', from: 'to_sales', to: 'busy', condition: always },
    ],
  });
  await create('/v1/api/telephony/numbers', { phoneNumber: '+12025550131' });
  const agentId = await create('/api/v1/agents', {
    name: 'Reception',
    model: 'anthropic/reception',
    flowId: receptionFlow,
    phoneNumber: '+12025550131',
  });
  const { callId } = await program.api.client.sendCall({
    body: { agentId, toNumber: '+12025550100', customer: { name: 'Ada' } },
  });
  const ended = await program.api.untilEnded(callId);
  expect(ended).toMatchObject({ endReason: 'agent_hangup', disposition: 'interested' });
  const isReminder = (text: string) => text === 'Are you still there?';
  expect(textsOf(ended, undefined).filter((text) => !isReminder(text))).toEqual([
    'Do you want to buy something?',
    'Shall I connect you with sales?',
    'I connect you with sales.',
  ]);
  expect(textsOf(ended, sales).filter((text) => !isReminder(text))).toEqual([
    'Do you want a large one?',
    'It is on its way. Goodbye.',
  ]);
  expect(ended.timeline).toContainEqual(
    expect.objectContaining({
      type: 'agent_changed',
      detail: expect.objectContaining({ fromAgentId: agentId, agentId: sales }),
    }),
  );
  // One request for each of the two turns in the reception; in sales, one to open the conversation and one for the answer.
  expect([server.requestsOf('reception').length, server.requestsOf('sales').length]).toEqual([2, 2]);
  const [opening] = server.requestsOf('sales');
  expect(JSON.stringify(opening!.body)).toContain('You sell to Ada.');
  expect(JSON.stringify(opening!.body['messages'])).toContain('Shall I connect you with sales?');
}, 60_000);
