import { describe, expect, it } from 'vitest';
import { createTestCall, modelReplying } from '../../test/support/test-call.ts';
import { conversationOnlyFlow } from './call-plan.ts';

function createCall(direction: 'inbound' | 'outbound') {
  const warmed: string[] = [];
  const call = createTestCall({
    direction,
    agent: {
      name: 'Ada',
      voicemail: { detection: 'off' },
      model: 'test/model',
      firstMessage: 'Hello there.',
    },
    flow: conversationOnlyFlow,
    models: (clock) =>
      ['first', 'second'].map((id) => ({ ...modelReplying(clock, 0), id, warm: () => void warmed.push(id) })),
  });
  call.session.start();
  return { ...call, warmed };
}

describe('the connections of a call', () => {
  it.each(['inbound', 'outbound'] as const)(
    'are prepared before an %s call is answered',
    async (direction) => {
      const { clock, leg, engine, recogniser, warmed } = createCall(direction);
      if (direction === 'outbound') leg.ring();
      expect([recogniser.streams.length, engine.warmed[0], warmed.slice(0, 2)]).toEqual([
        1,
        'tone',
        ['first', 'second'],
      ]);
      await Promise.resolve();
      expect(engine.texts).toEqual(['Hello there.']);
      await clock.advance(1_000);
      if (direction === 'outbound') leg.pickUp();
      await clock.advance(40);
      expect([leg.audio.playedMs > 0, engine.texts.length]).toEqual([true, 1]);
      leg.hangup();
    },
  );

  it('are prepared again when the caller begins to speak', async () => {
    const { clock, leg, engine, caller, warmed } = createCall('outbound');
    leg.pickUp();
    await clock.advance(1_000);
    engine.warmed.length = 0;
    warmed.length = 0;
    caller.say('hello');
    await clock.advance(100);
    expect([engine.warmed, warmed]).toEqual([['tone'], ['first']]);
    leg.hangup();
  });
});
