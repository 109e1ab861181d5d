import { describe, expect, it } from 'vitest';
import type { CallFact, Facts, JobFact } from './facts.ts';
import { breaches } from './invariants.ts';

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

/** A batch of one row, whose calls all reached the network; the first ended so there. */
function facts(outcome: string, calls: readonly CallFact[], how: string): Facts {
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
        asks: false,
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
    left: {},
    network: calls.flatMap((one) => {
      const line = { number, callId: `${reference(one)}@here`, atMs: one.attempt, lateMs: 0 };
      return [
        { ...line, type: 'dialog' as const },
        { ...line, type: 'ended' as const, how },
      ];
    }),
  };
}

const told = { cancelled: [], suppressed: [], nights: [], batchIds: ['batch_1'], singles: [], answers: [] };

describe('the promise that nobody is called again whose call was lost', () => {
  it('is kept where the row says that nothing is known, or what the network knows', () => {
    expect(breaches(facts('unknown', [call(1, 'node_lost')], '404 Not Found'), told)).toEqual([]);
    expect(breaches(facts('invalid_number', [call(1, 'node_lost')], '404 Not Found'), told)).toEqual([]);
    expect(breaches(facts('no_answer', [call(1, 'node_lost')], 'CANCEL'), told)).toEqual([]);
  });

  it('is broken where the row says something else', () => {
    expect(breaches(facts('busy', [call(1, 'node_lost')], '404 Not Found'), told)).toEqual([
      'who may have been rung by a call that was lost is not called again: row job_1 is busy though its call was lost',
    ]);
  });

  it('is broken where somebody is called again', () => {
    const calls = [call(1, 'node_lost'), call(2, 'invalid_number')];
    expect(breaches(facts('invalid_number', calls, '404 Not Found'), told)).toContain(
      `who may have been rung by a call that was lost is not called again: ${number} was called again as call_2`,
    );
  });
});

describe('the promise that nobody is called without a yes where somebody is asked', () => {
  const base = facts('busy', [call(1, 'busy')], '486 Busy Here');
  const asking: Facts = { ...base, batches: base.batches.map((batch) => ({ ...batch, asks: true })) };
  const answered = (...answers: readonly (readonly [boolean, number])[]) =>
    breaches(asking, {
      ...told,
      answers: answers.map(([eligible, atMs]) => ({ jobId: 'job_1', attempt: 1, eligible, atMs })),
    });
  const broken = [expect.stringMatching(/^nobody is called without a yes/u)];

  it('is kept where the answer before was yes', () => {
    expect(answered([true, 0])).toEqual([]);
    expect(answered([true, 0], [false, 2])).toEqual([]);
  });

  it('is broken where nobody was asked, or too late, or the answer was no', () => {
    expect(answered()).toEqual(broken);
    expect(answered([true, 2])).toEqual(broken);
    expect(answered([false, 0])).toEqual(broken);
    expect(breaches(base, told)).toEqual([]);
  });
});

describe('the promise that nobody is called at night', () => {
  const base = facts('busy', [call(1, 'busy')], '486 Busy Here');
  const inNight = (closedAtMs: number, openedAtMs: number, singles: readonly string[] = []) =>
    breaches(base, { ...told, singles, nights: [{ closedAtMs, openedAtMs }] });

  it('is broken by a call while the hours are closed, unless somebody asked for just that call', () => {
    // The call began at 1 ms.
    expect(inNight(-2_000, 2_000)).toEqual([
      `nobody is called at night: ${number} was called 2001 ms after the hours were over`,
    ]);
    expect(inNight(-2_000, 2_000, [number])).toEqual([]);
  });

  it('is kept by a call that was claimed before, and by one after they were opened', () => {
    expect(inNight(-500, 2_000)).toEqual([]);
    expect(inNight(-5_000, 1)).toEqual([]);
  });
});
