import { describe, expect, it } from 'vitest';
import { answeredCall, expectClosed } from '../../test/support/test-call.ts';
import { CallFlowInput } from '../domain/flow/flow.ts';

describe('a call whose flow sets no disposition', () => {
  it('repeats the question after silence, follows the else edge, and ends as no_answer', async () => {
    const call = await answeredCall();
    await call.clock.advance(60_000);
    expect(call.said().at(-1)).toBe('agent: I cannot hear you. Goodbye.');
    expect(call.records.ends).toMatchObject([{ endReason: 'silence', disposition: { code: 'no_answer' } }]);
    expectClosed(call);
  });

  it.each(['speech', 'a key'])('ends as failed if no input answered a question: %s', async (input) => {
    const call = await answeredCall();
    await call.clock.advance(3_000);
    if (input === 'speech') call.caller.say('the weather is lovely');
    else call.leg.press('7');
    await call.clock.advance(60_000);
    expect(call.records.ends).toMatchObject([
      { endReason: 'agent_hangup', endDetail: 'No question was answered.', disposition: { code: 'failed' } },
    ]);
  });

  it('ends as failed if the customer only asked who is calling', async () => {
    const call = await answeredCall();
    await call.clock.advance(3_000);
    call.caller.say('who is this');
    await call.clock.advance(60_000);
    expect(call.records.ends).toMatchObject([{ disposition: { code: 'failed' } }]);
  });

  it('ends as answered if one question was answered', async () => {
    const flow = CallFlowInput.parse({
      name: 'Two questions',
      nodes: [
        { id: 'a', type: 'ask', config: { prompt: 'Ready?', variable: 'a', expect: 'yes_no', retries: 0 } },
        {
          id: 'b',
          type: 'ask',
          config: { prompt: 'How many?', variable: 'b', expect: 'number', retries: 0 },
        },
        { id: 'bye', type: 'end', config: { text: 'Goodbye.' } },
      ],
      edges: [
        { id: 'e1', from: 'a', to: 'b', condition: { type: 'else' } },
        { id: 'e2', from: 'b', to: 'bye', condition: { type: 'else' } },
      ],
    });
    const call = await answeredCall({ flow });
    await call.clock.advance(1_500);
    call.caller.say('yes');
    await call.clock.advance(2_000);
    call.caller.say('bla', { rejected: true });
    await call.clock.advance(30_000);
    expect(call.records.ends).toMatchObject([
      { endReason: 'agent_hangup', disposition: { code: 'answered' } },
    ]);
    expect(call.records.ends[0]).not.toHaveProperty('endDetail');
    expect(call.said()).toContain('customer: [unintelligible]');
  });

  it('ends as answered if the customer was heard before the call was cancelled', async () => {
    const call = await answeredCall();
    await call.clock.advance(3_000);
    call.caller.say('who are you');
    await call.clock.advance(1_500);
    call.session.end();
    await call.clock.advance(100);
    expect(call.records.ends).toMatchObject([
      { endReason: 'agent_hangup', disposition: { code: 'answered' } },
    ]);
  });

  it('ends as cancelled if it was cancelled before any question or recognised speech', async () => {
    const flow = CallFlowInput.parse({
      name: 'Notice',
      nodes: [
        { id: 'pause', type: 'wait', config: { ms: 8_000 } },
        { id: 'bye', type: 'end', config: { text: 'Your parcel is here.' } },
      ],
      edges: [{ id: 'e1', from: 'pause', to: 'bye' }],
    });
    const call = await answeredCall({ flow });
    await call.clock.advance(500);
    call.caller.say('bla', { rejected: true });
    await call.clock.advance(3_000);
    call.session.end();
    await call.clock.advance(100);
    expect(call.records.ends).toMatchObject([{ endReason: 'cancelled', disposition: { code: 'cancelled' } }]);
    expect(call.eventsOf('not_understood')).not.toEqual([]);
  });

  it.each([1, 2])('ends as failed if the speech was never recognised (turns: %i)', async (turns) => {
    const call = await answeredCall();
    for (let turn = 0; turn < turns; turn += 1) {
      await call.clock.advance(5_000);
      call.caller.say('bla', { rejected: true });
    }
    await call.clock.advance(60_000);
    expect(call.records.ends).toMatchObject([
      {
        endReason: 'agent_hangup',
        endDetail: 'No speech was recognised.',
        disposition: { code: 'failed' },
      },
    ]);
  });

  it('ends as answered if the customer hangs up, even if nothing was recognised', async () => {
    const call = await answeredCall();
    await call.clock.advance(5_000);
    call.caller.say('bla', { rejected: true });
    await call.clock.advance(1_500);
    call.leg.end('far_hangup');
    await call.clock.advance(100);
    expect(call.records.ends).toMatchObject([
      { endReason: 'customer_hangup', disposition: { code: 'answered' } },
    ]);
  });

  it('ends as answered if it asks no question', async () => {
    const flow = CallFlowInput.parse({
      name: 'Notice',
      nodes: [{ id: 'bye', type: 'end', config: { text: 'Your parcel is here.' } }],
    });
    const call = await answeredCall({ flow });
    await call.clock.advance(300);
    call.caller.say('bla', { rejected: true });
    await call.clock.advance(10_000);
    expect(call.records.ends).toMatchObject([
      { endReason: 'agent_hangup', disposition: { code: 'answered' } },
    ]);
    expect(call.records.ends[0]).not.toHaveProperty('endDetail');
  });
});

describe('a flow that sets the disposition `failed`', () => {
  const flow = CallFlowInput.parse({
    name: 'Gives up',
    nodes: [
      {
        id: 'ask',
        type: 'ask',
        config: { prompt: 'Ready?', variable: 'ready', expect: 'yes_no', retries: 0 },
      },
      { id: 'sorry', type: 'end', config: { text: 'Sorry.', disposition: 'failed' } },
    ],
    edges: [{ id: 'e1', from: 'ask', to: 'sorry', condition: { type: 'else' } }],
  });

  it('ends as no_answer if nothing was heard', async () => {
    const call = await answeredCall({ flow });
    await call.clock.advance(60_000);
    expect(call.records.ends).toMatchObject([{ endReason: 'silence', disposition: { code: 'no_answer' } }]);
  });

  it('ends as failed if the customer was heard', async () => {
    const call = await answeredCall({ flow });
    await call.clock.advance(2_000);
    call.caller.say('who are you');
    await call.clock.advance(60_000);
    expect(call.records.ends).toMatchObject([{ endReason: 'agent_hangup', disposition: { code: 'failed' } }]);
  });
});
