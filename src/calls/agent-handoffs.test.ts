import { describe, expect, it } from 'vitest';
import { answeredCall, expectClosed, type TestAgent } from '../../test/support/test-call.ts';
import { FakeLanguageModel } from '../contracts/testing/fake-language-model.ts';
import { CallFlowInput, type StoredFlowGraph } from '../domain/flow/flow.ts';
import { maxHandoffs } from './agent-handoffs.ts';
import { conversationOnlyFlow } from './call-plan.ts';

const message = 'I connect you with sales.';

/** Asks for a size and hands the call over. */
const handoffFlow = (agentId: string): StoredFlowGraph =>
  CallFlowInput.parse({
    name: 'Reception',
    startNodeId: 'size',
    nodes: [
      { id: 'size', type: 'ask', config: { prompt: 'How many people?', variable: 'size', expect: 'number' } },
      { id: 'sales', type: 'agent_handoff', config: { agentId, message } },
      { id: 'failed', type: 'end', config: { text: 'All lines are busy. Goodbye.' } },
    ],
    edges: [
      { id: 'e1', from: 'size', to: 'sales' },
      { id: 'e2', from: 'sales', to: 'failed', condition: { type: 'else' } },
    ],
  });

const priceFlow = CallFlowInput.parse({
  name: 'Sales',
  startNodeId: 'price',
  nodes: [
    {
      id: 'price',
      type: 'ask',
      config: { prompt: 'A table for {{size}}, right?', variable: 'right', expect: 'yes_no' },
    },
    { id: 'end', type: 'end', config: { text: 'Goodbye from {{agent.name}}.', disposition: 'interested' } },
  ],
  edges: [{ id: 'e1', from: 'price', to: 'end' }],
});

const sales: TestAgent = { agent: { name: 'Sam', firstMessage: 'Hi, this is Sam.' }, flow: priceFlow };

async function callToSales(options: Parameters<typeof answeredCall>[0] = {}) {
  const call = await answeredCall({
    flow: handoffFlow('agent_2'),
    nextAgents: { agent_2: sales },
    ...options,
  });
  await call.clock.advance(1_500);
  call.caller.say('four');
  return call;
}

describe('a hand-off to another agent', () => {
  it('continues with the voice, the flow and the variables of the call', async () => {
    const call = await callToSales();
    await call.clock.advance(7_000);
    call.caller.say('yes');
    await call.clock.advance(5_000);
    expect(call.said()).toEqual([
      'agent: How many people?',
      'customer: four',
      `agent: ${message}`,
      'agent: Hi, this is Sam.',
      'agent: A table for 4, right?',
      'customer: yes',
      'agent: Goodbye from Sam.',
    ]);
    const voiceOf = (text: string) =>
      call.engine.requests[call.engine.texts.findIndex((one) => one.startsWith(text))]?.voiceId;
    expect([voiceOf(message), voiceOf('A table')]).toEqual(['tone', 'hum']);
    expect(call.records.ends[0]).toMatchObject({
      endReason: 'agent_hangup',
      disposition: { code: 'interested' },
      variables: { size: 4, right: true },
    });
    expectClosed(call);
  });

  it('is named in transcript and timeline', async () => {
    const call = await callToSales();
    await call.clock.advance(5_000);
    expect(call.eventsOf('agent_changed')).toEqual([
      {
        nodeId: 'sales',
        fromAgentId: 'agent_1',
        agentId: 'agent_2',
        agentName: 'Sam',
        agentVersion: 3,
      },
    ]);
    expect(call.records.entries.map(({ agentId }) => agentId)).toEqual([
      undefined,
      undefined,
      undefined,
      'agent_2',
      'agent_2',
    ]);
  });

  it.each([5, 1_000])(
    'leaves no gap after the message if the agent is found within %d ms',
    async (findAgentMs) => {
      const call = await callToSales({ findAgentMs });
      await call.clock.advance(7_000);
      const [, , last, first] = call.records.entries;
      expect(first!.startMs - last!.endMs).toBeLessThanOrEqual(60);
    },
  );

  it('waits until the caller has stopped speaking', async () => {
    const call = await callToSales();
    await call.clock.advance(1_500);
    call.caller.say('thank you very much indeed');
    await call.clock.advance(6_000);
    expect(call.said().slice(3)).toEqual([
      'customer: thank you very much indeed',
      'agent: Hi, this is Sam.',
      'agent: A table for 4, right?',
    ]);
  });

  it('sends the personality of the next agent and the history to the model of that agent', async () => {
    let model: FakeLanguageModel | undefined;
    const call = await callToSales({
      nextAgents: {
        agent_2: {
          agent: { name: 'Sam', model: 'fake/scripted', personality: 'You sell.' },
          flow: conversationOnlyFlow,
          models: (clock) => [(model = new FakeLanguageModel([{ pieces: ['What for? '] }], { clock }))],
        },
      },
    });
    await call.clock.advance(7_000);
    expect(model!.requests[0]!.messages).toMatchObject([
      { role: 'system', content: 'You sell.' },
      { role: 'user' },
      { role: 'assistant', content: 'How many people?' },
      { role: 'user', content: 'four' },
      { role: 'assistant', content: message },
      { role: 'user' },
    ]);
    expect(call.said().at(-1)).toBe('agent: What for?');
  });

  it('lets the model of the next agent wait for the caller after its first message', async () => {
    let model: FakeLanguageModel | undefined;
    const call = await callToSales({
      nextAgents: {
        agent_2: {
          agent: { name: 'Sam', model: 'fake/scripted', firstMessage: 'Hi, this is Sam.' },
          flow: conversationOnlyFlow,
          models: (clock) => [(model = new FakeLanguageModel([{ pieces: ['Ten euros.'] }], { clock }))],
        },
      },
    });
    await call.clock.advance(8_000);
    expect([call.said().at(-1), model!.requests]).toEqual(['agent: Hi, this is Sam.', []]);
    call.caller.say('what does it cost');
    await call.clock.advance(4_000);
    expect(call.said().slice(-2)).toEqual(['customer: what does it cost', 'agent: Ten euros.']);
  });

  it('follows the else edge if the agent cannot continue', async () => {
    const call = await callToSales({ nextAgents: {} });
    await call.clock.advance(10_000);
    expect(call.said().slice(2)).toEqual([`agent: ${message}`, 'agent: All lines are busy. Goodbye.']);
    expect(call.eventsOf('flow_warning')).toMatchObject([{ text: 'The agent agent_2 does not exist.' }]);
    expect(call.eventsOf('agent_changed')).toEqual([]);
    expectClosed(call);
  });

  it('speaks fillers while the agent is loaded, and fails after 5 s', async () => {
    const call = await callToSales({ findAgentMs: 60_000 });
    await call.clock.advance(12_000);
    expect(call.said().slice(3)).toEqual([
      'agent: One moment, please.',
      'agent: Just a moment.',
      'agent: All lines are busy. Goodbye.',
    ]);
    expect(call.eventsOf('flow_warning')).toMatchObject([{ text: 'The agent was not loaded in time.' }]);
  });

  it('is cancelled by an opt-out', async () => {
    const call = await callToSales({ findAgentMs: 3_000 });
    await call.clock.advance(2_000);
    call.caller.say('stop calling me');
    await call.clock.advance(10_000);
    expect(call.said().at(-1)).toBe('agent: I am sorry. We will not call you again. Goodbye.');
    expect(call.eventsOf('agent_changed')).toEqual([]);
    expect(call.records.ends[0]).toMatchObject({ disposition: { code: 'do_not_call' } });
  });

  it('is cancelled by the end of the call', async () => {
    const call = await callToSales({ findAgentMs: 1_000 });
    await call.clock.advance(1_500);
    call.leg.end('far_hangup');
    await call.clock.advance(5_000);
    expect(call.eventsOf('agent_changed')).toEqual([]);
    expectClosed(call);
  });

  it('asks for the next agent in the language of the call', async () => {
    const flow = CallFlowInput.parse({
      name: 'Sales',
      startNodeId: 'end',
      nodes: [{ id: 'end', type: 'end', config: { text: { en: 'Goodbye.', de: 'Auf Wiederhören.' } } }],
      edges: [],
    });
    const call = await answeredCall({
      agent: { name: 'Ada', language: 'de-DE' },
      flow: handoffFlow('agent_2'),
      nextAgents: { agent_2: { flow } },
    });
    await call.clock.advance(1_500);
    call.caller.say('vier');
    await call.clock.advance(7_000);
    expect(call.said().at(-1)).toBe('agent: Auf Wiederhören.');
  });

  it('fails after ten hand-offs of a call', async () => {
    const handoffOnlyFlow = (agentId: string): StoredFlowGraph =>
      CallFlowInput.parse({
        name: 'Loop',
        startNodeId: 'on',
        nodes: [
          { id: 'on', type: 'agent_handoff', config: { agentId } },
          { id: 'failed', type: 'end', config: { text: 'Goodbye.' } },
        ],
        edges: [{ id: 'e', from: 'on', to: 'failed', condition: { type: 'else' } }],
      });
    const call = await answeredCall({
      flow: handoffOnlyFlow('agent_2'),
      nextAgents: {
        agent_2: { flow: handoffOnlyFlow('agent_3') },
        agent_3: { flow: handoffOnlyFlow('agent_2') },
      },
    });
    await call.clock.advance(10_000);
    expect(call.eventsOf('agent_changed')).toHaveLength(maxHandoffs);
    expect(call.said()).toEqual(['agent: Goodbye.']);
    expectClosed(call);
  });
});
