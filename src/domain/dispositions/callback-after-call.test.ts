import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endReasons } from '../call-state.ts';
import { builtInDispositions, type BuiltInDisposition } from '../disposition.ts';
import { callbackAfterCall, type EndedCallback, type CallbackRetryState } from './callback-after-call.ts';
import { canTransition } from './disposition-state.ts';

const endedAt = new Date('2026-01-05T12:00:00Z');
const minutes = (count: number) => new Date(endedAt.getTime() + count * 60_000);
const end: EndedCallback = {
  endReason: 'agent_hangup',
  disposition: 'answered',
  isDialed: true,
  isAnswered: true,
  endedAt,
};
const prospects: CallbackRetryState = {
  triesLeft: 2,
  expiresAt: new Date('2026-01-12T12:00:00Z'),
  dispositionCode: builtInDispositions.answered,
};
const unreached = { ...end, isAnswered: false } as const;
const after = (code: BuiltInDisposition, changes: Partial<CallbackRetryState> = {}) =>
  callbackAfterCall(
    { ...unreached, disposition: code },
    { ...prospects, dispositionCode: builtInDispositions[code], ...changes },
  );

describe('what was to be followed up', () => {
  it.each(['answered', 'interested', 'wrong_number', 'do_not_call', 'transferred'] as const)(
    'is done when the call ends as %s',
    (code) => expect(after(code)).toEqual({ status: 'completed', scheduledAt: null, note: null }),
  );

  it('is done when another time was agreed, or the code is not known any more', () => {
    expect(after('callback_scheduled')).toMatchObject({ status: 'completed' });
    expect(after('busy', { dispositionCode: undefined })).toMatchObject({ status: 'completed' });
  });

  it.each([
    ['busy', 15],
    ['no_answer', 60],
    ['voicemail', 240],
    ['failed', 15],
  ] as const)('is tried again where the call ends as %s, %i minutes later', (code, delay) => {
    expect(after(code)).toEqual({ status: 'pending', scheduledAt: minutes(delay), note: null });
  });

  it('waits a minute at least', () => {
    const dispositionCode = { isTerminal: false, retryDelaySeconds: 0 };
    expect(after('busy', { dispositionCode }).scheduledAt).toEqual(minutes(1));
  });

  it('expires when nobody was reached in the last call, or in time', () => {
    expect(after('busy', { triesLeft: 0 })).toMatchObject({
      status: 'expired',
      note: expect.stringMatching(/last call/),
    });
    expect(after('busy', { expiresAt: minutes(14) })).toMatchObject({
      status: 'expired',
      note: expect.stringMatching(/time/),
    });
  });

  it('is left to people where the phone may have rung when the machine went down', () => {
    const lost = { ...unreached, endReason: 'node_lost', disposition: 'failed' } as const;
    expect(callbackAfterCall(lost, prospects)).toMatchObject({
      status: 'failed',
      note: expect.stringMatching(/person decides/),
    });
  });

  it('is left to people where the machine went down in the talk, unless the flow had recorded what came of it', () => {
    const cut = { ...end, endReason: 'node_lost' } as const;
    const dispositionCode = builtInDispositions.failed;
    expect(
      callbackAfterCall({ ...cut, disposition: 'failed' }, { ...prospects, dispositionCode }),
    ).toMatchObject({
      status: 'failed',
      note: expect.stringMatching(/in the middle of the talk.* person decides/),
    });
    expect(callbackAfterCall({ ...cut, disposition: 'interested' }, prospects).status).toBe('completed');
  });
});

describe('a call that was never dialed', () => {
  const undialed = {
    ...unreached,
    isDialed: false,
    endReason: 'cancelled',
    disposition: 'cancelled',
  } as const;

  it('is made a little later', () => {
    const move = callbackAfterCall(undialed, { ...prospects, triesLeft: 0 });
    expect(move).toEqual({ status: 'pending', scheduledAt: minutes(1), note: null });
  });

  it('is made later where somebody has to put something right', () => {
    const move = callbackAfterCall({ ...undialed, endReason: 'provider_error' }, prospects);
    expect(move).toMatchObject({ status: 'pending', scheduledAt: minutes(60) });
  });

  it('is not made to a number that was suppressed meanwhile', () => {
    const move = callbackAfterCall({ ...undialed, disposition: 'do_not_call' }, prospects);
    expect(move).toMatchObject({ status: 'cancelled', note: expect.stringMatching(/not to be called/) });
  });
});

it('leads along the figure, and never past the end', () => {
  const ends: fc.Arbitrary<EndedCallback> = fc.record({
    endReason: fc.constantFrom(...endReasons),
    disposition: fc.constantFrom(...Object.keys(builtInDispositions)),
    isDialed: fc.boolean(),
    isAnswered: fc.boolean(),
    endedAt: fc.date({ noInvalidDate: true, min: endedAt, max: minutes(20_000) }),
  });
  const futures: fc.Arbitrary<CallbackRetryState> = fc.record({
    triesLeft: fc.integer({ min: 0, max: 5 }),
    expiresAt: fc.date({ noInvalidDate: true, min: endedAt, max: minutes(20_000) }),
    dispositionCode: fc.option(fc.constantFrom(...Object.values(builtInDispositions)), { nil: undefined }),
  });
  fc.assert(
    fc.property(ends, futures, (ended, future) => {
      const { status, scheduledAt } = callbackAfterCall(ended, future);
      expect(canTransition('in_progress', status)).toBe(true);
      expect(status === 'pending').toBe(scheduledAt !== null);
      if (scheduledAt === null) return;
      expect(scheduledAt.getTime()).toBeGreaterThan(ended.endedAt.getTime());
      expect(scheduledAt.getTime()).toBeLessThanOrEqual(future.expiresAt.getTime());
      expect(ended.isDialed && future.triesLeft === 0).toBe(false);
    }),
  );
});
