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
const retryState: CallbackRetryState = {
  attemptsLeft: 2,
  expiresAt: new Date('2026-01-12T12:00:00Z'),
  dispositionCode: builtInDispositions.answered,
};
const unreached = { ...end, isAnswered: false } as const;
const after = (code: BuiltInDisposition, changes: Partial<CallbackRetryState> = {}) =>
  callbackAfterCall(
    { ...unreached, disposition: code },
    { ...retryState, dispositionCode: builtInDispositions[code], ...changes },
  );

describe('a disposition after its follow-up call', () => {
  it.each(['answered', 'interested', 'wrong_number', 'do_not_call', 'transferred'] as const)(
    'is completed if the call ends as %s',
    (code) => expect(after(code)).toEqual({ status: 'completed', scheduledAt: null, note: null }),
  );

  it('is completed if a new callback time was agreed or the disposition code is unknown', () => {
    expect(after('callback_scheduled')).toMatchObject({ status: 'completed' });
    expect(after('busy', { dispositionCode: undefined })).toMatchObject({ status: 'completed' });
  });

  it.each([
    ['busy', 15],
    ['no_answer', 60],
    ['voicemail', 240],
    ['failed', 15],
  ] as const)('is retried after a call that ends as %s, %i minutes later', (code, delay) => {
    expect(after(code)).toEqual({ status: 'pending', scheduledAt: minutes(delay), note: null });
  });

  it('is retried after at least one minute', () => {
    const dispositionCode = { isTerminal: false, retryDelaySeconds: 0 };
    expect(after('busy', { dispositionCode }).scheduledAt).toEqual(minutes(1));
  });

  it('expires after the last attempt or its expiry time', () => {
    expect(after('busy', { attemptsLeft: 0 })).toMatchObject({
      status: 'expired',
      note: expect.stringMatching(/last attempt/),
    });
    expect(after('busy', { expiresAt: minutes(14) })).toMatchObject({
      status: 'expired',
      note: expect.stringMatching(/before the callback expired/),
    });
  });

  it('fails if the server failed while the phone may have rung', () => {
    const lost = { ...unreached, endReason: 'node_lost', disposition: 'failed' } as const;
    expect(callbackAfterCall(lost, retryState)).toMatchObject({
      status: 'failed',
      note: expect.stringMatching(/not retried automatically/),
    });
  });

  it('fails if the server failed during the conversation, unless the flow had recorded a disposition', () => {
    const cut = { ...end, endReason: 'node_lost' } as const;
    const dispositionCode = builtInDispositions.failed;
    expect(
      callbackAfterCall({ ...cut, disposition: 'failed' }, { ...retryState, dispositionCode }),
    ).toMatchObject({
      status: 'failed',
      note: expect.stringMatching(/during the conversation.* not retried automatically/),
    });
    expect(callbackAfterCall({ ...cut, disposition: 'interested' }, retryState).status).toBe('completed');
  });
});

describe('a follow-up call that was never dialed', () => {
  const undialed = {
    ...unreached,
    isDialed: false,
    endReason: 'cancelled',
    disposition: 'cancelled',
  } as const;

  it('is retried after a minute', () => {
    const transition = callbackAfterCall(undialed, { ...retryState, attemptsLeft: 0 });
    expect(transition).toEqual({ status: 'pending', scheduledAt: minutes(1), note: null });
  });

  it('is retried after an hour if the configuration has an error', () => {
    const transition = callbackAfterCall({ ...undialed, endReason: 'provider_error' }, retryState);
    expect(transition).toMatchObject({ status: 'pending', scheduledAt: minutes(60) });
  });

  it('is cancelled if the number was suppressed in the meantime', () => {
    const transition = callbackAfterCall({ ...undialed, disposition: 'do_not_call' }, retryState);
    expect(transition).toMatchObject({
      status: 'cancelled',
      note: expect.stringMatching(/not to be called/),
    });
  });
});

it('allows only valid transitions and never retries after the expiry time', () => {
  const ends: fc.Arbitrary<EndedCallback> = fc.record({
    endReason: fc.constantFrom(...endReasons),
    disposition: fc.constantFrom(...Object.keys(builtInDispositions)),
    isDialed: fc.boolean(),
    isAnswered: fc.boolean(),
    endedAt: fc.date({ noInvalidDate: true, min: endedAt, max: minutes(20_000) }),
  });
  const futures: fc.Arbitrary<CallbackRetryState> = fc.record({
    attemptsLeft: fc.integer({ min: 0, max: 5 }),
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
      expect(ended.isDialed && future.attemptsLeft === 0).toBe(false);
    }),
  );
});
