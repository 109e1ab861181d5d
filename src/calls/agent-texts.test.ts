import { describe, expect, it } from 'vitest';
import { answeredCall, createTestCall } from '../../test/support/test-call.ts';
import type { LanguageModel } from '../contracts/language-model.ts';
import { FakeLanguageModel } from '../contracts/testing/fake-language-model.ts';
import type { Clock } from '../core/clock.ts';
import type { AgentInput } from '../domain/agent.ts';
import { CallFlowInput } from '../domain/flow/flow.ts';
import { conversationOnlyFlow } from './call-plan.ts';

const voicemail = { detection: 'off' } as const;
const dynamic = { city: 'Rome' };

type Options = Parameters<typeof answeredCall>[0];

/** Returns a call to Anna in Rome, whose agent has the texts. */
const callOf = (agent: Partial<AgentInput>, options: Options = {}) =>
  answeredCall({ agent: { name: 'Ada', voicemail, ...agent }, ...options, plan: { dynamic } });

const withModel = (model: (clock: Clock) => LanguageModel): Options => ({
  flow: conversationOnlyFlow,
  models: (clock) => [model(clock)],
});

describe('variables in the texts of an agent', () => {
  it('are replaced in the first message', async () => {
    const call = await callOf({
      firstMessage: 'Hello {{customer.name}} {{surname}}, this is {{agent.name}}.',
    });
    await call.clock.advance(3_000);
    expect(call.said()[0]).toBe('agent: Hello Anna, this is Ada.');
    expect(call.eventsOf('flow_warning')).toMatchObject([{ text: expect.stringContaining('surname') }]);
  });

  it('are replaced in the personality and the descriptions of tools, including variables that the flow sets', async () => {
    let model: FakeLanguageModel | undefined;
    const tool = {
      name: 'find_order',
      description: 'Finds an order in {{city}}.',
      parameters: {
        type: 'object',
        properties: { id: { type: 'string', description: 'Id, as {{customer.name}} said it.' } },
      },
      url: 'https://shop.example.com',
    };
    const flow = CallFlowInput.parse({
      name: 'Ask first',
      startNodeId: 'size',
      nodes: [
        { id: 'size', type: 'ask', config: { prompt: 'Size?', variable: 'size', expect: 'number' } },
        { id: 'talk', type: 'conversation', config: { prompt: 'Sell size {{size}}.' } },
        { id: 'end', type: 'end' },
      ],
      edges: [
        { id: 'e1', from: 'size', to: 'talk' },
        { id: 'e2', from: 'talk', to: 'end', condition: { type: 'else' } },
      ],
    });
    const personality = 'You know:\n  - {{customer.name}}, {{city}}, {{size}}{{nothing}}';
    const call = await callOf(
      { model: 'fake/scripted', personality, tools: [tool] },
      { flow, models: (clock) => [(model = new FakeLanguageModel([{ pieces: ['Ok. '] }], { clock }))] },
    );
    await call.clock.advance(1_000);
    call.caller.say('four');
    await call.clock.advance(2_000);
    const [request] = model!.requests;
    expect(request!.messages[0]!.content).toBe('You know:\n  - Anna, Rome, 4\n\nSell size 4.');
    expect(request!.tools).toMatchObject([
      {
        description: 'Finds an order in Rome.',
        parameters: { properties: { id: { description: 'Id, as Anna said it.' } } },
      },
    ]);
    expect(call.eventsOf('flow_warning')).toHaveLength(1);
  });

  it('are replaced in fillers and the apology', async () => {
    const phrases = { fillers: ['One moment, {{customer.name}}.'], apology: 'Sorry, {{customer.name}}.' };
    const failing = new FakeLanguageModel([{ ending: 'stall' }]);
    const call = await callOf(
      { model: 'fake/scripted', phrases },
      withModel((clock) => ({
        ...failing,
        id: failing.id,
        checkHealth: () => failing.checkHealth(),
        async *respond({ signal }) {
          await clock.sleep(3_000, signal).catch(() => undefined);
          yield* new FakeLanguageModel([{ ending: 'overloaded' }]).respond({
            messages: [],
            temperature: 0,
            maxTokens: 1,
            timeoutMs: 1,
          });
        },
      })),
    );
    await call.clock.advance(5_000);
    expect(call.said()).toEqual(['agent: One moment, Anna.', 'agent: Sorry, Anna.']);
  });

  it('are replaced in the reminder and in the phrase before a repeated question', async () => {
    const call = await callOf({
      limits: { silenceReminderSeconds: 4 },
      phrases: { reminder: 'Are you there, {{customer.name}}?', notUnderstood: 'Pardon, {{customer.name}}?' },
    });
    await call.clock.advance(5_000);
    call.caller.say('blah blah', { rejected: true });
    await call.clock.advance(6_000);
    expect(call.said()[2]).toMatch(/^agent: Pardon, Anna\? Hello Anna/);
    const silent = await callOf({
      limits: { silenceReminderSeconds: 4 },
      phrases: { reminder: 'Are you there, {{customer.name}}?' },
    });
    await silent.clock.advance(9_000);
    expect(silent.said()).toContain('agent: Are you there, Anna?');
  });

  it('are replaced in the recording notice', async () => {
    const call = await callOf({
      recording: { consent: 'stay_on_line', consentMessage: '{{customer.name}}, this call is recorded.' },
    });
    await call.clock.advance(3_000);
    expect(call.said()[0]).toBe('agent: Anna, this call is recorded.');
  });

  it('are replaced in the voicemail message', async () => {
    const call = createTestCall({
      agent: {
        name: 'Ada',
        voicemail: { action: 'leave_message', message: 'Please call {{agent.name}} in {{city}}.' },
      },
      plan: { dynamic },
    });
    call.session.start();
    call.leg.ring();
    await call.clock.advance(1_000);
    call.leg.pickUp();
    call.caller.say('you have reached the voicemail of anna please leave a message after the tone');
    await call.clock.advance(30_000);
    expect(call.said().at(-1)).toBe('agent: Please call Ada in Rome.');
  });
});
