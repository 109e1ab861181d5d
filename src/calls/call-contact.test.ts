import { describe, expect, it } from 'vitest';
import { answered, expectClosed } from '../../test/support/call-stage.ts';
import { CallFlowInput } from '../domain/flow/flow.ts';

describe('a call whose flow records nothing', () => {
  it('asks again when nobody answers, gives up as the flow says, and has reached nobody', async () => {
    const call = await answered();
    await call.clock.advance(60_000);
    expect(call.said().at(-1)).toBe('agent: I cannot hear you. Goodbye.');
    expect(call.books.ends).toMatchObject([{ endReason: 'silence', disposition: { code: 'no_answer' } }]);
    expectClosed(call);
  });

  it.each(['speech', 'a key'])('has failed where all that was heard is no answer: %s', async (sign) => {
    const call = await answered();
    await call.clock.advance(3_000);
    if (sign === 'speech') call.caller.says('the weather is lovely');
    else call.leg.press('7');
    await call.clock.advance(60_000);
    expect(call.books.ends).toMatchObject([
      { endReason: 'agent_hangup', endDetail: 'No question was answered.', disposition: { code: 'failed' } },
    ]);
  });

  it('has failed where the customer only asked who calls', async () => {
    const call = await answered();
    await call.clock.advance(3_000);
    call.caller.says('who is this');
    await call.clock.advance(60_000);
    expect(call.books.ends).toMatchObject([{ disposition: { code: 'failed' } }]);
  });

  it('has reached somebody who answered one of its questions', async () => {
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
    const call = await answered({ flow });
    await call.clock.advance(1_500);
    call.caller.says('yes');
    await call.clock.advance(2_000);
    call.caller.says('bla', { rejected: true });
    await call.clock.advance(30_000);
    expect(call.books.ends).toMatchObject([{ endReason: 'agent_hangup', disposition: { code: 'answered' } }]);
    expect(call.books.ends[0]).not.toHaveProperty('endDetail');
    expect(call.said()).toContain('customer: [unintelligible]');
  });

  it('has reached somebody whom it heard before it was ended from outside', async () => {
    const call = await answered();
    await call.clock.advance(3_000);
    call.caller.says('who are you');
    await call.clock.advance(1_500);
    call.session.end();
    await call.clock.advance(100);
    expect(call.books.ends).toMatchObject([{ endReason: 'agent_hangup', disposition: { code: 'answered' } }]);
  });

  it('was called off where it was ended from outside before anything was understood or asked', async () => {
    const flow = CallFlowInput.parse({
      name: 'Notice',
      nodes: [
        { id: 'rest', type: 'wait', config: { ms: 8_000 } },
        { id: 'bye', type: 'end', config: { text: 'Your parcel is here.' } },
      ],
      edges: [{ id: 'e1', from: 'rest', to: 'bye' }],
    });
    const call = await answered({ flow });
    await call.clock.advance(500);
    call.caller.says('bla', { rejected: true });
    await call.clock.advance(3_000);
    call.session.end();
    await call.clock.advance(100);
    expect(call.books.ends).toMatchObject([{ endReason: 'cancelled', disposition: { code: 'cancelled' } }]);
    expect(call.noted('not_understood')).not.toEqual([]);
  });

  it.each([1, 2])('has failed where no answer of %i was understood', async (answers) => {
    const call = await answered();
    for (let answer = 0; answer < answers; answer += 1) {
      await call.clock.advance(5_000);
      call.caller.says('bla', { rejected: true });
    }
    await call.clock.advance(60_000);
    expect(call.books.ends).toMatchObject([
      {
        endReason: 'agent_hangup',
        endDetail: 'Nothing that was said was understood.',
        disposition: { code: 'failed' },
      },
    ]);
  });

  it('has reached who hangs up, though nothing was understood', async () => {
    const call = await answered();
    await call.clock.advance(5_000);
    call.caller.says('bla', { rejected: true });
    await call.clock.advance(1_500);
    call.leg.end('far_hangup');
    await call.clock.advance(100);
    expect(call.books.ends).toMatchObject([
      { endReason: 'customer_hangup', disposition: { code: 'answered' } },
    ]);
  });

  it('that only tells something is no silence', async () => {
    const flow = CallFlowInput.parse({
      name: 'Notice',
      nodes: [{ id: 'bye', type: 'end', config: { text: 'Your parcel is here.' } }],
    });
    const call = await answered({ flow });
    await call.clock.advance(300);
    call.caller.says('bla', { rejected: true });
    await call.clock.advance(10_000);
    expect(call.books.ends).toMatchObject([{ endReason: 'agent_hangup', disposition: { code: 'answered' } }]);
    expect(call.books.ends[0]).not.toHaveProperty('endDetail');
  });
});

describe('a flow that records that it has failed', () => {
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

  it('has reached nobody where nobody was heard', async () => {
    const call = await answered({ flow });
    await call.clock.advance(60_000);
    expect(call.books.ends).toMatchObject([{ endReason: 'silence', disposition: { code: 'no_answer' } }]);
  });

  it('has failed where somebody was', async () => {
    const call = await answered({ flow });
    await call.clock.advance(2_000);
    call.caller.says('who are you');
    await call.clock.advance(60_000);
    expect(call.books.ends).toMatchObject([{ endReason: 'agent_hangup', disposition: { code: 'failed' } }]);
  });
});
