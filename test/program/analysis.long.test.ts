import { afterAll, beforeAll, expect, it } from 'vitest';
import { ScriptedServer } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { ProgramUnderTest } from './program-under-test.ts';

const values = {
  summary: 'The customer entered a card number and came.',
  success: true,
  successReason: 'The customer entered the numbers.',
  fields: { seat: 12 },
  sentiment: 'neutral',
};

/** Asks for a card number, which is sensitive, and for a seat number, which is not. */
const flow = {
  type: 'call',
  name: 'Payment',
  status: 'active',
  startNodeId: 'card',
  nodes: [
    {
      id: 'card',
      type: 'gather_digits',
      config: {
        prompt: 'Please enter the eight digits of your card.',
        variable: 'card',
        minDigits: 8,
        maxDigits: 8,
        sensitive: true,
      },
    },
    {
      id: 'seat',
      type: 'gather_digits',
      config: { prompt: 'Please enter your seat.', variable: 'seat', minDigits: 2, maxDigits: 2 },
    },
    { id: 'bye', type: 'end', config: { text: 'Goodbye.', disposition: 'interested' } },
  ],
  edges: [
    { id: 'e1', from: 'card', to: 'seat', condition: { type: 'else' } },
    { id: 'e2', from: 'seat', to: 'bye', condition: { type: 'else' } },
  ],
};

let server: ScriptedServer;
let program: ProgramUnderTest;
beforeAll(async () => {
  server = await ScriptedServer.start([
    { pieces: ['The customer was happy.'] },
    { pieces: [JSON.stringify(values)], inputTokens: 700, outputTokens: 60 },
  ]);
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '24200-24399',
    PARLEY_OPENAI_BASE_URL: server.baseUrl,
    PARLEY_ANALYSIS_MODEL: 'openai/analyst',
  });
});
afterAll(async () => {
  await program.close();
  await server.close();
});

it('analyzes a call with one usable request, without the sensitive digits', { timeout: 60_000 }, async () => {
  const { api } = program;
  const { id: flowId } = await api.create<{ id: string }>('/api/v1/flows', flow);
  const phoneNumber = '+12025550170';
  await api.create('/v1/api/telephony/numbers', { phoneNumber });
  const agent = await api.create<{ id: string; warnings: unknown[] }>('/api/v1/agents', {
    name: 'Box office',
    flowId,
    phoneNumber,
    analysis: {
      summary: true,
      successCriteria: 'The customer entered both numbers.',
      fields: [{ name: 'seat', type: 'number' }],
    },
  });
  expect(agent.warnings).toEqual([]);
  const { callId } = await api.client.sendCall({ body: { agentId: agent.id, toNumber: '+12025550111' } });
  // The first answer is prose, so that the analysis is repeated.
  const call = await api.until(callId, ({ analysis }) => analysis?.status === 'completed');

  expect(call.analysis).toMatchObject({ ...values, model: 'openai/analyst', reason: null, warnings: [] });
  const requests = server.requestsOf('analyst').map(({ body }) => JSON.stringify(body['messages']));
  expect(requests).toHaveLength(2);
  expect(requests[0]).toContain('[keys] (sensitive)');
  expect(requests[0]).toContain(`\\"seat\\":\\"12\\"`);
  expect(requests.join()).not.toMatch(/\d{8}/);
  const ofModel = call.costs.filter(({ kind }) => kind === 'language-model');
  expect(ofModel).toContainEqual(
    expect.objectContaining({ model: 'analyst', unit: 'output-tokens', estimated: false, quantity: 60 }),
  );
  const { data } = await api.client.listEvents({ query: { types: 'call.analyzed' } });
  expect(data.events.map(({ data: { callId: id } }) => id)).toEqual([callId]);
});
