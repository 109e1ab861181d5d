import { describe, expect, it } from 'vitest';
import { answeredCall, expectClosed } from '../../test/support/test-call.ts';

describe('a call', () => {
  it('ignores what it hears while it is held, and asks the question again when it is resumed', async () => {
    const call = await answeredCall();
    await call.clock.advance(3_000);
    call.leg.hold();
    call.caller.cough(5_000);
    call.leg.press('1');
    await call.clock.advance(40_000);
    expect(call.records.ends).toEqual([]);
    const question = 'agent: Hello Anna. Will you come to your appointment on Tuesday?';
    expect(call.said()).toEqual([question]);
    call.leg.resume();
    await call.clock.advance(3_000);
    call.caller.say('no');
    await call.clock.advance(5_000);
    expect(call.said().slice(0, 3)).toEqual([question, question, 'customer: no']);
    expect(call.records.ends).toMatchObject([{ variables: { comes: false } }]);
    expectClosed(call);
  });

  it('asks a question again from its start if the hold interrupted it', async () => {
    const call = await answeredCall();
    await call.clock.advance(900);
    call.leg.hold();
    call.leg.resume();
    await call.clock.advance(3_000);
    expect(call.said()).toEqual([
      'agent: Hello Anna. Will',
      'agent: Hello Anna. Will you come to your appointment on Tuesday?',
    ]);
    call.caller.say('yes');
    await call.clock.advance(5_000);
    expect(call.records.ends).toMatchObject([{ variables: { comes: true } }]);
    expectClosed(call);
  });

  it('does not take a sentence that the hold interrupted for an answer', async () => {
    const call = await answeredCall();
    await call.clock.advance(3_000);
    call.caller.say('yes');
    await call.clock.advance(150);
    call.leg.hold();
    await call.clock.advance(5_000);
    call.leg.resume();
    await call.clock.advance(3_000);
    call.caller.say('no');
    await call.clock.advance(5_000);
    expect(call.records.ends).toMatchObject([{ variables: { comes: false } }]);
    expectClosed(call);
  });
});
