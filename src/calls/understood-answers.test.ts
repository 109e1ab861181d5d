import { describe, expect, it } from 'vitest';
import {
  answeredCall,
  expectClosed,
  modelReplying,
  type TestCallOptions,
} from '../../test/support/test-call.ts';
import { FakeLanguageModel } from '../contracts/testing/fake-language-model.ts';
import type { AgentInput } from '../domain/agent.ts';

const agent = { name: 'Ada', model: 'test/model', voicemail: { detection: 'off' } } as const;
const words = 'I could swing that';
const question = 'Hello Anna. Will you come to your appointment on Tuesday?';
const again = `Sorry, I didn't catch that. ${question}`;

const meaning = (fields: object) =>
  JSON.stringify({ value: null, request: null, evidence: words, ...fields });

/** Calls a customer who answers the question with words that the rules do not understand. */
async function callWith(models: TestCallOptions['models'], more: Partial<AgentInput> = {}) {
  const call = await answeredCall({ agent: { ...agent, ...more }, ...(models && { models }) });
  await call.clock.advance(4_000);
  call.caller.say(words);
  await call.clock.advance(3_000);
  return call;
}

describe('an answer that the rules do not understand', () => {
  it('is understood by the language model, without asking again', async () => {
    const call = await callWith((clock) => [modelReplying(clock, 300, meaning({ value: true }))]);
    await call.clock.advance(10_000);
    expect(call.said()).toEqual([`agent: ${question}`, `customer: ${words}`, 'agent: Thank you. Goodbye.']);
    expect(call.eventsOf('answer_understood')).toEqual([{ nodeId: 'confirm', as: 'answer' }]);
    expect(call.records.ends[0]).toMatchObject({ disposition: { code: 'interested' } });
    expectClosed(call);
  });

  it.each([
    ['no value', meaning({})],
    ['other words as evidence', meaning({ value: true, evidence: 'yes please' })],
    ['a value that is no answer', meaning({ value: 'maybe' })],
    ['prose', 'The caller agrees.'],
    ['a megabyte', 'y'.repeat(1_000_000)],
  ])('is asked again if the model returns %s', async (_case, text) => {
    const call = await callWith((clock) => [modelReplying(clock, 300, text)]);
    await call.clock.advance(2_000);
    expect(call.eventsOf('answer_understood')).toEqual([{ nodeId: 'confirm', as: 'nothing' }]);
    call.caller.say('yes');
    await call.clock.advance(15_000);
    expect(call.said().slice(2)).toEqual([
      expect.stringContaining("agent: Sorry, I didn't"),
      'customer: yes',
      'agent: Thank you. Goodbye.',
    ]);
    expectClosed(call);
  });

  it('is asked again while the model hangs, after fillers; a dead model ends no call', async () => {
    const stalls = Array.from({ length: 3 }, () => ({ ending: 'stall' }) as const);
    const call = await callWith((clock) => [new FakeLanguageModel(stalls, { clock })]);
    await call.clock.advance(9_000);
    expect(call.said().slice(2)).toEqual([
      'agent: One moment, please.',
      'agent: Just a moment.',
      `agent: ${again}`,
    ]);
    expect(call.eventsOf('model_failed')).toHaveLength(1);
    call.caller.say(words);
    await call.clock.advance(20_000);
    expect(call.said().at(-1)).toBe('agent: I cannot hear you. Goodbye.');
    expect(call.eventsOf('model_failed')).toHaveLength(2);
    expect(call.records.ends[0]).toMatchObject({ endReason: 'agent_hangup' });
    expectClosed(call);
  });

  it('may be an opt-out, which takes effect at once', async () => {
    const call = await callWith((clock) => [modelReplying(clock, 300, meaning({ request: 'opt_out' }))]);
    expect(call.records.optOuts).toEqual(['The customer opted out in a call.']);
    await call.clock.advance(15_000);
    expect(call.said().at(-1)).toBe('agent: I am sorry. We will not call you again. Goodbye.');
    expect(call.records.ends[0]).toMatchObject({ disposition: { code: 'do_not_call' } });
    expectClosed(call);
  });

  it('is no opt-out without evidence', async () => {
    const text = meaning({ request: 'opt_out', evidence: 'stop calling me' });
    const call = await callWith((clock) => [modelReplying(clock, 300, text)]);
    expect(call.records.optOuts).toEqual([]);
    call.leg.end('far_hangup');
    await call.clock.advance(1_000);
    expectClosed(call);
  });

  it('gives way to an opt-out during the request', async () => {
    const call = await callWith((clock) => [modelReplying(clock, 6_000, meaning({ value: true }))], {
      modelSettings: { timeoutMs: 8_000 },
    });
    call.caller.say('stop calling me');
    await call.clock.advance(20_000);
    expect(call.said().at(-1)).toBe('agent: I am sorry. We will not call you again. Goodbye.');
    expect(call.records.ends[0]).toMatchObject({ disposition: { code: 'do_not_call' } });
    expect(call.eventsOf('answer_understood')).toEqual([]);
    expectClosed(call);
  });

  it('is asked again without a request if the agent has no model', async () => {
    const call = await callWith(undefined);
    await call.clock.advance(8_000);
    expect(call.said()[2]).toBe(`agent: ${again}`);
    expect(call.eventsOf('answer_understood')).toEqual([]);
  });
});

describe('an answer in a language without rules', () => {
  it('is understood by the model alone', async () => {
    const call = await answeredCall({
      agent: { ...agent, language: 'pl-PL' },
      models: (clock) => [modelReplying(clock, 300, meaning({ value: true, evidence: 'no jasne' }))],
    });
    await call.clock.advance(4_000);
    call.caller.say('No, jasne');
    await call.clock.advance(15_000);
    expect(call.said().slice(1)).toEqual(['customer: No, jasne', 'agent: Thank you. Goodbye.']);
    expectClosed(call);
  });
});
