import { describe, expect, it } from 'vitest';
import { answeredCall } from '../../test/support/test-call.ts';
import { FakeLanguageModel } from '../contracts/testing/fake-language-model.ts';
import { CallFlowInput } from '../domain/flow/flow.ts';

const card = '4111111111111111';

const flow = CallFlowInput.parse({
  name: 'Payment',
  startNodeId: 'card',
  nodes: [
    {
      id: 'card',
      type: 'gather_digits',
      config: { prompt: 'Card number?', variable: 'card', minDigits: 16, maxDigits: 16, sensitive: true },
    },
    // Validation rejects such texts, but older stored flows can contain them.
    { id: 'said', type: 'say', config: { text: 'You entered {{card}}, that is {{heard.digits}}.' } },
    {
      id: 'record_card',
      type: 'set_disposition',
      config: { disposition: 'interested', notes: 'Card {{card}}.' },
    },
    { id: 'bye', type: 'end', config: { text: 'Goodbye.' } },
    { id: 'wrong', type: 'end', config: { text: 'Wrong.' } },
  ],
  edges: [
    {
      id: 'e1',
      from: 'card',
      to: 'said',
      condition: { type: 'expression', all: [{ left: 'card', op: 'exists' }] },
    },
    { id: 'e2', from: 'card', to: 'wrong', condition: { type: 'else' } },
    { id: 'e3', from: 'said', to: 'record_card' },
    { id: 'e4', from: 'record_card', to: 'bye' },
  ],
});

describe('sensitive digits', () => {
  it('are in no record, but conditions can use their variable', async () => {
    const call = await answeredCall({ flow });
    await call.clock.advance(1_500);
    call.leg.press(card);
    await call.clock.advance(10_000);
    const { records } = call;
    expect(call.said()).toContain('customer: [keys] (sensitive)');
    expect(call.said()).toContain('agent: You entered, that is.');
    expect(records.ends).toMatchObject([
      { disposition: { code: 'interested', notes: 'Card.' }, variables: {} },
    ]);
    const written = JSON.stringify([records.entries, records.events, records.views, records.ends]);
    expect(written).not.toMatch(/4111|1111/);
    expect(call.engine.texts.join(' ')).not.toMatch(/\d/);
  });

  it('mute the recording from the question to one second after the last digit', async () => {
    const call = await answeredCall({ flow });
    await call.clock.advance(1_500);
    call.leg.press(card);
    await call.clock.advance(10_000);
    expect(call.leg.audio.mutedIntervals).toEqual([{ fromMs: 0, toMs: 2_480 }]);
  });

  it('mute the recording through each repetition of the question', async () => {
    const call = await answeredCall({ flow });
    await call.clock.advance(1_500);
    call.leg.press('12#');
    await call.clock.advance(4_000);
    call.leg.press(card);
    await call.clock.advance(10_000);
    expect(call.leg.audio.mutedIntervals).toEqual([{ fromMs: 0, toMs: 6_480 }]);
    expect(call.records.ends).toMatchObject([{ disposition: { code: 'interested' } }]);
  });

  it('are not recorded if they are spoken', async () => {
    const call = await answeredCall({ flow });
    await call.clock.advance(1_500);
    call.caller.say('four one one one');
    await call.clock.advance(3_000);
    call.leg.press(card);
    await call.clock.advance(10_000);
    expect(JSON.stringify([call.records.entries, call.records.events])).not.toContain('four one');
  });

  it('are not recorded if the caller hangs up while speaking them', async () => {
    const call = await answeredCall({ flow });
    await call.clock.advance(1_500);
    call.caller.say('four one one one', { durationMs: 3_000, transcriptAfterMs: 500 });
    await call.clock.advance(1_000);
    call.leg.end('far_hangup');
    await call.clock.advance(100);
    expect(call.records.ends).toMatchObject([{ endReason: 'customer_hangup' }]);
    expect(JSON.stringify([call.records.entries, call.records.events])).not.toContain('four one');
  });

  it('are not recorded if they are spoken while they are entered', async () => {
    const call = await answeredCall({ flow });
    await call.clock.advance(1_500);
    call.caller.say('four one one one', { durationMs: 1_500, transcriptAfterMs: 300 });
    await call.clock.advance(600);
    call.leg.press(card);
    await call.clock.advance(10_000);
    expect(call.said()).toContain('customer: [keys] (sensitive)');
    expect(JSON.stringify([call.records.entries, call.records.events])).not.toContain('four one');
  });

  it('include keys right after the last digit, even if a conversation with a model follows', async () => {
    const conversing = CallFlowInput.parse({
      name: 'Payment',
      startNodeId: 'card',
      nodes: [flow.nodes[0], { id: 'talk', type: 'conversation', config: { firstMessage: 'And now?' } }],
      edges: [{ id: 'e1', from: 'card', to: 'talk', condition: { type: 'else' } }],
    });
    const model = new FakeLanguageModel([{ pieces: ['Fine.'] }]);
    const call = await answeredCall({ flow: conversing, models: () => [model] });
    await call.clock.advance(1_500);
    call.leg.press(card);
    await call.clock.advance(400);
    call.leg.press('77');
    await call.clock.advance(4_000);
    call.leg.press('5#');
    await call.clock.advance(3_000);
    expect(call.said().slice(-2)).toEqual(['customer: [keys] 5#', 'agent: Fine.']);
    expect(JSON.stringify([call.records.entries, model.requests])).not.toContain('77');
  });

  it('do not prevent an opt-out', async () => {
    const call = await answeredCall({ flow });
    await call.clock.advance(1_500);
    call.caller.say('stop calling me');
    await call.clock.advance(8_000);
    expect(call.records.ends).toMatchObject([{ disposition: { code: 'do_not_call' } }]);
    expect(call.said()).toContain('customer: stop calling me');
  });
});
