import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endReasons, type EndReason } from '../call-state.ts';
import { builtInDispositions } from '../disposition.ts';
import { delayMs, type Retry } from './batch.ts';
import { canJobTransition, type JobOutcome, type JobStatus } from './batch-state.ts';
import { jobAfterCall, type JobCallEnd, type JobRetryState } from './job-after-call.ts';

const endedAt = new Date('2026-01-05T12:00:00Z');
const end: JobCallEnd = {
  endReason: 'customer_hangup',
  disposition: 'answered',
  endDetail: null,
  isAnswered: true,
  addsToDnc: false,
  endedAt,
};
const once: JobRetryState = {
  retry: { maxAttempts: 1, on: [], delays: ['1h'] },
  attempt: 1,
  isBatchOpen: true,
};
const everyTime: Retry = {
  maxAttempts: 4,
  on: ['no_answer', 'busy', 'voicemail', 'failed'],
  delays: ['30m', '1d'],
};

describe('a job whose call was answered', () => {
  it.each<[EndReason, string, boolean, JobStatus, JobOutcome | null]>([
    ['cancelled', 'cancelled', false, 'cancelled', null],
    ['agent_hangup', 'cancelled', false, 'completed', 'answered'],
    ['customer_hangup', 'answered', false, 'completed', 'answered'],
    ['agent_hangup', 'interested', false, 'completed', 'answered'],
    ['agent_hangup', 'wrong_number', false, 'completed', 'answered'],
    ['agent_hangup', 'callback_scheduled', false, 'completed', 'answered'],
    ['agent_hangup', 'wants_offer', false, 'completed', 'answered'],
    ['transferred', 'transferred', false, 'completed', 'transferred'],
    ['agent_hangup', 'do_not_call', true, 'completed', 'opted_out'],
    ['agent_hangup', 'sued_us', true, 'completed', 'opted_out'],
    ['voicemail', 'voicemail', false, 'completed', 'voicemail'],
    ['agent_hangup', 'voicemail', false, 'completed', 'voicemail'],
    ['silence', 'no_answer', false, 'failed', 'no_answer'],
    ['media_timeout', 'failed', false, 'failed', 'failed'],
    ['max_duration', 'answered', false, 'completed', 'answered'],
    ['node_lost', 'not_interested', false, 'completed', 'answered'],
    ['node_lost', 'callback_scheduled', false, 'completed', 'answered'],
    ['node_lost', 'do_not_call', true, 'completed', 'opted_out'],
    ['cancelled', 'answered', false, 'completed', 'answered'],
  ])('%s, %s (do-not-call: %s) is %s, %s', (endReason, disposition, addsToDnc, status, outcome) => {
    const transition = jobAfterCall({ ...end, endReason, disposition, addsToDnc }, once);
    expect(transition).toEqual({ status, outcome, skipReason: null, detail: null, runAt: null });
  });
});

describe('a job whose call was not answered', () => {
  it.each<[EndReason, JobStatus, JobOutcome | null]>([
    ['no_answer', 'failed', 'no_answer'],
    ['declined', 'failed', 'no_answer'],
    ['customer_hangup', 'failed', 'no_answer'],
    ['busy', 'failed', 'busy'],
    ['invalid_number', 'failed', 'invalid_number'],
    ['carrier_error', 'failed', 'failed'],
    ['provider_error', 'failed', 'failed'],
    ['media_timeout', 'failed', 'failed'],
    ['cancelled', 'cancelled', null],
    ['agent_hangup', 'cancelled', null],
  ])('%s is %s, %s', (endReason, status, outcome) => {
    const transition = jobAfterCall({ ...end, endReason, disposition: 'failed', isAnswered: false }, once);
    expect(transition).toMatchObject({ status, outcome, runAt: null });
  });

  it('has an unknown outcome and is not retried if the node was lost', () => {
    const lost: JobCallEnd = {
      ...end,
      endReason: 'node_lost',
      isAnswered: false,
      endDetail: 'It went down.',
    };
    const transition = jobAfterCall(lost, { ...once, retry: everyTime });
    expect(transition).toMatchObject({ status: 'failed', outcome: 'unknown', runAt: null });
    expect(transition.detail).toMatch(/^It went down\. .* not retried automatically/);
  });

  it('has an unknown outcome if the call was cut off and no disposition was recorded', () => {
    const endDetail = 'It went down. The call was cut off 12 s after the answer.';
    const interrupted = { ...end, endReason: 'node_lost', disposition: 'failed', endDetail } as const;
    const transition = jobAfterCall(interrupted, { ...once, retry: everyTime });
    expect(transition).toMatchObject({ status: 'failed', outcome: 'unknown', runAt: null });
    expect(transition.detail).toMatch(
      /cut off 12 s after the answer\. .* agreed to.* not retried automatically/,
    );
  });

  it('is skipped if the number was suppressed before the call was placed', () => {
    const suppressed = {
      ...end,
      endReason: 'cancelled',
      disposition: 'do_not_call',
      isAnswered: false,
    } as const;
    expect(jobAfterCall(suppressed, { ...once, retry: everyTime })).toMatchObject({
      status: 'skipped',
      outcome: 'dnc',
      skipReason: 'suppressed',
    });
  });
});

describe('a retry', () => {
  const busy: JobCallEnd = { ...end, endReason: 'busy', disposition: 'busy', isAnswered: false };

  it.each([
    [1, '30m'],
    [2, '1d'],
    [3, '1d'],
  ])('after attempt %i is due after %s', (attempt, delay) => {
    const transition = jobAfterCall(busy, { retry: everyTime, attempt, isBatchOpen: true });
    const runAt = new Date(endedAt.getTime() + delayMs(delay));
    expect(transition).toMatchObject({ status: 'pending', outcome: 'busy', runAt });
  });

  it('is not scheduled after the last attempt', () => {
    const transition = jobAfterCall(busy, { retry: everyTime, attempt: 4, isBatchOpen: true });
    expect(transition).toMatchObject({ status: 'failed', outcome: 'busy', runAt: null });
  });

  it('is not scheduled for an outcome that is not in the retry settings', () => {
    const retry = { ...everyTime, on: ['no_answer' as const] };
    expect(jobAfterCall(busy, { retry, attempt: 1, isBatchOpen: true }).status).toBe('failed');
  });

  it('is not scheduled for a cancelled batch', () => {
    expect(jobAfterCall(busy, { retry: everyTime, attempt: 1, isBatchOpen: false }).status).toBe('failed');
  });

  it('is scheduled only for outcomes in the retry settings, and every transition is valid', () => {
    const ends = fc.record({
      endReason: fc.constantFrom(...endReasons),
      disposition: fc.constantFrom(...Object.keys(builtInDispositions), 'wants_offer'),
      endDetail: fc.option(fc.string()),
      isAnswered: fc.boolean(),
      addsToDnc: fc.boolean(),
      endedAt: fc.date({ noInvalidDate: true, max: new Date('2200-01-01') }),
    });
    const retryStates = fc.record({
      retry: fc.record({
        maxAttempts: fc.integer({ min: 1, max: 10 }),
        on: fc.subarray(['no_answer', 'busy', 'voicemail', 'failed'] as const),
        delays: fc.array(fc.constantFrom('30s', '5m', '1h', '2d'), { minLength: 1, maxLength: 9 }),
      }),
      attempt: fc.integer({ min: 1, max: 12 }),
      isBatchOpen: fc.boolean(),
    });
    fc.assert(
      fc.property(ends, retryStates, (ended, job) => {
        const transition = jobAfterCall(ended, job);
        const isRetried = transition.status === 'pending';
        expect(canJobTransition(ended.isAnswered ? 'in_progress' : 'dialing', transition.status)).toBe(true);
        expect(isRetried).toBe(transition.runAt !== null);
        expect((transition.status === 'skipped') === (transition.skipReason !== null)).toBe(true);
        if (!isRetried) return;
        expect(job.isBatchOpen).toBe(true);
        expect(job.attempt).toBeLessThan(job.retry.maxAttempts);
        expect(job.retry.on).toContain(transition.outcome);
        expect(transition.runAt!.getTime()).toBeGreaterThan(ended.endedAt.getTime());
      }),
    );
  });
});
