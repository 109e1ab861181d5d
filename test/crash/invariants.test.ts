import { describe, expect, it } from 'vitest';
import type { CallFact, Facts, JobFact } from './facts.ts';
import { violations } from './invariants.ts';

const number = '+14155552374';

const call = (attempt: number, endReason: string): CallFact => ({
  id: `call_${attempt}`,
  batchId: 'batch_1',
  jobId: 'job_1',
  attempt,
  number,
  state: 'ended',
  endReason,
  answered: false,
  createdAtMs: attempt,
});

/** A batch of one row. All its calls reached the network and ended there with `detail`. */
function facts(outcome: string, calls: readonly CallFact[], detail: string): Facts {
  const job: JobFact = {
    id: 'job_1',
    batchId: 'batch_1',
    number,
    status: 'failed',
    outcome,
    attempt: calls.length,
    callId: calls.at(-1)!.id,
    skipReason: null,
  };
  const reference = ({ id, attempt }: CallFact) => `${id}.${attempt}`;
  return {
    batches: [
      {
        id: 'batch_1',
        status: 'completed',
        maxAttempts: 2,
        counters: { failed: 1 },
        total: 1,
        connected: 0,
        hasPredialCheck: false,
      },
    ],
    jobs: [job],
    calls,
    intents: calls.map((one) => ({
      reference: reference(one),
      callId: one.id,
      attempt: one.attempt,
      settled: true,
    })),
    events: [
      { type: 'batch.started', subject: 'batch_1' },
      { type: 'batch.completed', subject: 'batch_1' },
      ...calls.map(({ id }) => ({ type: 'call.failed', subject: id })),
    ],
    dispositions: calls.map(({ id }) => ({ callId: id })),
    leftovers: {},
    network: calls.flatMap((one) => {
      const line = { number, callId: `${reference(one)}@here`, atMs: one.attempt, lateMs: 0 };
      return [
        { ...line, type: 'dialog' as const },
        { ...line, type: 'ended' as const, detail },
      ];
    }),
  };
}

const confirmed = {
  cancelled: [],
  suppressed: [],
  closedPeriods: [],
  batchIds: ['batch_1'],
  singles: [],
  predialResponses: [],
};

describe('the invariant for lost calls', () => {
  it('holds if the outcome of the row is unknown or matches the network', () => {
    expect(violations(facts('unknown', [call(1, 'node_lost')], '404 Not Found'), confirmed)).toEqual([]);
    expect(violations(facts('invalid_number', [call(1, 'node_lost')], '404 Not Found'), confirmed)).toEqual(
      [],
    );
    expect(violations(facts('no_answer', [call(1, 'node_lost')], 'CANCEL'), confirmed)).toEqual([]);
  });

  it('fails if the row has another outcome', () => {
    expect(violations(facts('busy', [call(1, 'node_lost')], '404 Not Found'), confirmed)).toEqual([
      'a number whose call was lost is not called again: row job_1 is busy though its call was lost',
    ]);
  });

  it('fails if the number is called again', () => {
    const calls = [call(1, 'node_lost'), call(2, 'invalid_number')];
    expect(violations(facts('invalid_number', calls, '404 Not Found'), confirmed)).toContain(
      `a number whose call was lost is not called again: ${number} was called again as call_2`,
    );
  });
});

describe('the invariant for the pre-dial check', () => {
  const base = facts('busy', [call(1, 'busy')], '486 Busy Here');
  const withCheck: Facts = {
    ...base,
    batches: base.batches.map((batch) => ({ ...batch, hasPredialCheck: true })),
  };
  const afterResponses = (...responses: readonly (readonly [boolean, number])[]) =>
    violations(withCheck, {
      ...confirmed,
      predialResponses: responses.map(([eligible, atMs]) => ({ jobId: 'job_1', attempt: 1, eligible, atMs })),
    });
  const expected = [expect.stringMatching(/^no call is placed unless the pre-dial check allows it/u)];

  it('holds if the check allowed the call before it was placed', () => {
    expect(afterResponses([true, 0])).toEqual([]);
    expect(afterResponses([true, 0], [false, 2])).toEqual([]);
  });

  it('fails if the check is missing, is late or rejects the call', () => {
    expect(afterResponses()).toEqual(expected);
    expect(afterResponses([true, 2])).toEqual(expected);
    expect(afterResponses([false, 0])).toEqual(expected);
    expect(violations(base, confirmed)).toEqual([]);
  });
});

describe('the invariant for calling hours', () => {
  const base = facts('busy', [call(1, 'busy')], '486 Busy Here');
  const inClosedPeriod = (closedAtMs: number, openedAtMs: number, singles: readonly string[] = []) =>
    violations(base, { ...confirmed, singles, closedPeriods: [{ closedAtMs, openedAtMs }] });

  it('fails for a call outside calling hours, unless it was requested as a single call', () => {
    // The call starts at 1 ms.
    expect(inClosedPeriod(-2_000, 2_000)).toEqual([
      `no call is placed outside calling hours: ${number} was called 2001 ms after calling hours ended`,
    ]);
    expect(inClosedPeriod(-2_000, 2_000, [number])).toEqual([]);
  });

  it('holds for a call that was claimed before the hours ended, and for a call after they began', () => {
    expect(inClosedPeriod(-500, 2_000)).toEqual([]);
    expect(inClosedPeriod(-5_000, 1)).toEqual([]);
  });
});
