import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedBatchOf, type SeededBatch } from '../../../test/support/batches.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { seededRandom } from '../../core/random.ts';
import type { Retry } from '../../domain/batches/batch.ts';
import { addResult, isTripped, noRecentCalls } from '../../domain/batches/circuit-breaker.ts';
import type { EndReason } from '../../domain/call-state.ts';
import { changeBatchJob, findBatchJob, resolveUnknownJobOutcome } from '../batches/batch-jobs.ts';
import { changeBatchStatus, completeBatch, findBatch } from '../batches/batches.ts';
import { insertDispositionCode } from '../disposition-codes.ts';
import { finishCall, type CallEnd } from './finish-call.ts';
import { recordCallChange } from './calls.ts';

const retryRule: Retry = {
  maxAttempts: 3,
  on: ['no_answer', 'busy', 'voicemail', 'failed'],
  delays: ['30m', '1d'],
};
const after = (ms: number) => new Date(noon.getTime() + ms);

let database: TestDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedWorkspace(database.db);
});

const scope = () => database.db.inWorkspace(fixture.workspaceId);

/** Seeds a running batch. */
async function runningBatch(count: number, retry?: Retry): Promise<SeededBatch> {
  const seeded = await seedBatchOf(database.db, fixture, count, retry && { retry });
  await changeBatchStatus(scope(), { ...batchOf(seeded), to: 'running', at: noon });
  return seeded;
}

const batchOf = ({ batch }: SeededBatch) => ({ workspaceId: fixture.workspaceId, batchId: batch.id });

/** Claims a job and dials its call. Returns the id of the call. */
async function dial(seeded: SeededBatch, index: number) {
  const jobId = seeded.jobIdOf(index);
  const { workspaceId, batchId } = batchOf(seeded);
  const callId = newId('call');
  const job = await changeBatchJob(scope(), { ...batchOf(seeded), jobId, to: 'dialing', callId, at: noon });
  await seedCall(database.db, fixture, { id: callId, batchId, jobId, attempt: job!.attempt });
  await recordCallChange(scope(), { workspaceId, callId, from: ['queued'], to: 'dialing', at: noon });
  return callId;
}

const answer = (callId: string) =>
  recordCallChange(scope(), {
    workspaceId: fixture.workspaceId,
    callId,
    from: ['dialing', 'ringing'],
    to: 'in_progress',
    at: noon,
  });

function end(callId: string, endReason: EndReason, code: string, changes: Partial<CallEnd> = {}) {
  const disposition = { code, status: 'completed' } as const;
  const { workspaceId } = fixture;
  return finishCall(scope(), { workspaceId, callId, endReason, disposition, at: after(60_000), ...changes });
}

const jobOf = async (seeded: SeededBatch, index: number) =>
  (await findBatchJob(scope(), { ...batchOf(seeded), jobId: seeded.jobIdOf(index) }))!;
const batchRowOf = async (seeded: SeededBatch) => (await findBatch(scope(), batchOf(seeded)))!;
const runAtOf = async (seeded: SeededBatch, index: number) => {
  const text = 'select run_at as "runAt" from batch_jobs where batch_id = $1 and id = $2';
  const row = await scope().row<{ runAt: Date }>({ text }, [seeded.batch.id, seeded.jobIdOf(index)]);
  return row!.runAt;
};
const completions = async (seeded: SeededBatch) => {
  const text = `select data from events where type = 'batch.completed' and subject_id = $1`;
  const rows = await scope().rows<{ data: unknown }>({ text }, [seeded.batch.id]);
  return rows.map(({ data }) => data);
};

describe('the job of a call', () => {
  it('is in progress once the call is answered, and completed when it ends', async () => {
    const seeded = await runningBatch(2);
    const callId = await dial(seeded, 0);
    await answer(callId);
    expect(await jobOf(seeded, 0)).toMatchObject({ status: 'in_progress', attempt: 1, callId });
    await end(callId, 'agent_hangup', 'interested', { endedAt: after(30_000) });
    expect(await jobOf(seeded, 0)).toMatchObject({
      status: 'completed',
      outcome: 'answered',
      endedAt: after(30_000),
    });
    expect(await batchRowOf(seeded)).toMatchObject({ inProgress: 0, completed: 1, connected: 1, pending: 1 });
  });

  it('is dialing while the phone rings', async () => {
    const seeded = await runningBatch(1);
    const callId = await dial(seeded, 0);
    const { workspaceId } = fixture;
    await recordCallChange(scope(), { workspaceId, callId, from: ['dialing'], to: 'ringing', at: noon });
    expect(await jobOf(seeded, 0)).toMatchObject({ status: 'dialing' });
  });

  it('is pending again for a retry, with growing delays', async () => {
    const seeded = await runningBatch(1, retryRule);
    await end(await dial(seeded, 0), 'busy', 'busy', { endDetail: 'Busy Here' });
    expect(await jobOf(seeded, 0)).toMatchObject({ status: 'pending', outcome: 'busy', detail: 'Busy Here' });
    expect(await runAtOf(seeded, 0)).toEqual(after(60_000 + 30 * 60_000));
    await end(await dial(seeded, 0), 'no_answer', 'no_answer');
    expect(await runAtOf(seeded, 0)).toEqual(after(60_000 + 86_400_000));
    await end(await dial(seeded, 0), 'busy', 'busy');
    expect(await jobOf(seeded, 0)).toMatchObject({ status: 'failed', outcome: 'busy', attempt: 3 });
    expect(await batchRowOf(seeded)).toMatchObject({ status: 'completed', failed: 1 });
  });

  it('is not retried if its batch was cancelled in the meantime', async () => {
    const seeded = await runningBatch(2, retryRule);
    const callId = await dial(seeded, 0);
    await changeBatchStatus(scope(), { ...batchOf(seeded), to: 'cancelled', at: noon });
    await end(callId, 'busy', 'busy');
    expect(await jobOf(seeded, 0)).toMatchObject({ status: 'failed', outcome: 'busy' });
    expect(await batchRowOf(seeded)).toMatchObject({
      status: 'cancelled',
      failed: 1,
      cancelled: 1,
      pending: 0,
    });
    expect(await completions(seeded)).toEqual([]);
  });

  it('is unchanged if the end is written twice', async () => {
    const seeded = await runningBatch(2, retryRule);
    const callId = await dial(seeded, 0);
    await end(callId, 'busy', 'busy');
    const before = await jobOf(seeded, 0);
    expect(await end(callId, 'agent_hangup', 'answered')).toBeUndefined();
    expect(await answer(callId)).toBeUndefined();
    expect(await jobOf(seeded, 0)).toEqual(before);
  });

  it('is not changed by a call other than its current one', async () => {
    const seeded = await runningBatch(1, retryRule);
    const first = await dial(seeded, 0);
    const { workspaceId, batchId } = batchOf(seeded);
    const second = newId('call');
    const jobId = seeded.jobIdOf(0);
    await seedCall(database.db, fixture, { id: second, batchId, jobId });
    await recordCallChange(scope(), {
      workspaceId,
      callId: second,
      from: ['queued'],
      to: 'dialing',
      at: noon,
    });
    await answer(second);
    await end(second, 'agent_hangup', 'answered');
    expect(await jobOf(seeded, 0)).toMatchObject({ status: 'dialing', callId: first });
  });

  it('has the outcome unknown after a crash before the answer, and is not retried', async () => {
    const seeded = await runningBatch(2, retryRule);
    await end(await dial(seeded, 0), 'node_lost', 'failed');
    expect(await jobOf(seeded, 0)).toMatchObject({ status: 'failed', outcome: 'unknown' });
  });

  it('gets its outcome when the end of its call is recovered', async () => {
    const seeded = await runningBatch(2, retryRule);
    const callId = await dial(seeded, 0);
    await end(callId, 'node_lost', 'failed');
    const { workspaceId } = fixture;
    const recovered = { workspaceId, callId, endDetail: null, optedOut: false, at: after(90_000) };
    const answered = {
      ...recovered,
      endReason: 'agent_hangup',
      disposition: 'interested',
      isAnswered: true,
    } as const;
    const busy = { ...recovered, endReason: 'busy', disposition: 'busy', isAnswered: false } as const;
    expect(await resolveUnknownJobOutcome(scope(), answered)).toBe(true);
    expect(await jobOf(seeded, 0)).toMatchObject({ status: 'completed', outcome: 'answered', detail: null });
    expect(await resolveUnknownJobOutcome(scope(), busy)).toBe(false);
    expect(await batchRowOf(seeded)).toMatchObject({ completed: 1, failed: 0, connected: 1, pending: 1 });
  });

  it('has the outcome opted_out if a custom code adds the number to the do-not-call list', async () => {
    const seeded = await runningBatch(2);
    const { workspaceId } = fixture;
    const codeSettings = { code: 'sued_us', isTerminal: true, addsToDnc: true, retryDelaySeconds: null };
    await insertDispositionCode(scope(), {
      id: newId('dispositionCode'),
      workspaceId,
      ...codeSettings,
      at: noon,
    });
    const callId = await dial(seeded, 0);
    await answer(callId);
    await end(callId, 'agent_hangup', 'sued_us');
    expect(await jobOf(seeded, 0)).toMatchObject({ status: 'completed', outcome: 'opted_out' });
  });

  it('is skipped if its number was suppressed just before dialing', async () => {
    const seeded = await runningBatch(2);
    await end(await dial(seeded, 0), 'cancelled', 'do_not_call');
    expect(await jobOf(seeded, 0)).toMatchObject({
      status: 'skipped',
      skipReason: 'suppressed',
      outcome: 'dnc',
    });
  });
});

describe('the batch of a call', () => {
  it('is completed once with its last job, and publishes its counts', async () => {
    const seeded = await runningBatch(2);
    const [first, second] = [await dial(seeded, 0), await dial(seeded, 1)];
    await answer(first);
    await end(first, 'agent_hangup', 'answered');
    expect(await batchRowOf(seeded)).toMatchObject({ status: 'running', endedAt: null });
    await end(second, 'invalid_number', 'invalid_number');
    await end(second, 'invalid_number', 'invalid_number');
    expect(await batchRowOf(seeded)).toMatchObject({
      status: 'completed',
      endedAt: after(60_000),
      completed: 1,
      failed: 1,
      connected: 1,
    });
    const { id: batchId } = seeded.batch;
    const counts = { total: 2, pending: 0, dialing: 0, inProgress: 0, completed: 1, failed: 1 };
    expect(await completions(seeded)).toEqual([
      { batchId, agentId: fixture.agent.id, ...counts, skipped: 0, cancelled: 0, connected: 1, sequence: 2 },
    ]);
  });

  it('is completed once when the last calls end concurrently', async () => {
    const seeded = await runningBatch(24);
    const calls = await Promise.all(Array.from({ length: 24 }, (_, index) => dial(seeded, index)));
    await Promise.all(calls.map((callId) => end(callId, 'no_answer', 'no_answer')));
    expect(await batchRowOf(seeded)).toMatchObject({ status: 'completed', failed: 24, dialing: 0 });
    expect(await completions(seeded)).toHaveLength(1);
  });

  it('is completed with its last call even if it is paused', async () => {
    const seeded = await runningBatch(1);
    const callId = await dial(seeded, 0);
    await changeBatchStatus(scope(), { ...batchOf(seeded), to: 'paused', at: noon });
    await end(callId, 'no_answer', 'no_answer');
    expect(await batchRowOf(seeded)).toMatchObject({ status: 'completed' });
  });

  it('retries no job if it is cancelled while calls end', async () => {
    const seeded = await runningBatch(24, retryRule);
    const calls = await Promise.all(Array.from({ length: 24 }, (_, index) => dial(seeded, index)));
    const half = calls.splice(12);
    const endAll = (callIds: string[]) => callIds.map((callId) => end(callId, 'busy', 'busy'));
    const cancel = () => changeBatchStatus(scope(), { ...batchOf(seeded), to: 'cancelled', at: noon });
    await Promise.all([...endAll(calls), cancel(), ...endAll(half)]);
    const counts = await batchRowOf(seeded);
    expect(counts).toMatchObject({ status: 'cancelled', pending: 0, dialing: 0 });
    expect(counts.failed + counts.cancelled).toBe(24);
  });
});

describe('a batch whose last job ends without a call', () => {
  it('is completed once, after its last open job', async () => {
    const seeded = await runningBatch(1);
    const complete = () => completeBatch(scope(), { ...batchOf(seeded), at: noon });
    expect(await complete()).toBeUndefined();
    const jobId = seeded.jobIdOf(0);
    await changeBatchJob(scope(), { ...batchOf(seeded), jobId, to: 'failed', outcome: 'failed', at: noon });
    expect(await complete()).toMatchObject({ status: 'completed', endedAt: noon, failed: 1 });
    expect(await complete()).toBeUndefined();
    expect(await completions(seeded)).toMatchObject([{ total: 1, failed: 1, pending: 0, sequence: 2 }]);
  });
});

describe('the circuit breaker', () => {
  const fail = async (seeded: SeededBatch, index: number) =>
    end(await dial(seeded, index), 'carrier_error', 'failed', { endDetail: '503 Service Unavailable' });
  const leaveUnanswered = async (seeded: SeededBatch, index: number) =>
    end(await dial(seeded, index), 'no_answer', 'no_answer');

  it('pauses the batch when half of the last calls failed at the carrier, with the reason', async () => {
    const seeded = await runningBatch(30);
    for (let index = 0; index < 5; index += 1) await leaveUnanswered(seeded, index);
    for (let index = 5; index < 9; index += 1) await fail(seeded, index);
    expect(await batchRowOf(seeded)).toMatchObject({ status: 'running', statusDetail: null });
    await fail(seeded, 9);
    const paused = await batchRowOf(seeded);
    expect(paused).toMatchObject({ status: 'paused', waitingFor: 'none', pending: 20 });
    expect(paused.statusDetail).toContain('503 Service Unavailable');
    expect(paused.statusDetail).toContain('resume');
  });

  it('resets its count when the batch is resumed', async () => {
    const seeded = await runningBatch(30);
    for (let index = 0; index < 10; index += 1) await fail(seeded, index);
    await changeBatchStatus(scope(), { ...batchOf(seeded), to: 'running', at: noon });
    for (let index = 10; index < 19; index += 1) await fail(seeded, index);
    expect(await batchRowOf(seeded)).toMatchObject({ status: 'running', statusDetail: null });
    await fail(seeded, 19);
    expect(await batchRowOf(seeded)).toMatchObject({ status: 'paused' });
  });

  it.each([0.3, 0.5, 0.6])(
    'trips at the same call as the domain rule if a share of %f fails',
    async (share) => {
      const random = seededRandom(11);
      const seeded = await runningBatch(41);
      let recent = noRecentCalls;
      for (let index = 0; index < 40 && !isTripped(recent); index += 1) {
        const result = random.fraction() < share ? 'failed' : 'served';
        await (result === 'failed' ? fail : leaveUnanswered)(seeded, index);
        recent = addResult(recent, result);
        expect((await batchRowOf(seeded)).status).toBe(isTripped(recent) ? 'paused' : 'running');
      }
    },
  );

  it('ignores unanswered calls', async () => {
    const seeded = await runningBatch(30);
    for (let index = 0; index < 25; index += 1) await leaveUnanswered(seeded, index);
    expect(await batchRowOf(seeded)).toMatchObject({ status: 'running' });
  });
});
