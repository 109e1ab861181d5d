import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignNumber, createTestApi, ownNumber, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, callees, seedBatchOf, startBatchOf } from '../../../test/support/batches.ts';
import '../../../test/support/property-seed.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import type { JobOutcome } from '../../domain/batches/batch-state.ts';
import type { EndReason } from '../../domain/call-state.ts';
import type { NewCallRow } from '../../store/calls/calls.ts';
import { recordCallChange } from '../../store/calls/calls.ts';
import { appendTranscriptEntry } from '../../store/calls/call-timeline.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import { lockBatchFamily } from '../../store/batches/call-again.ts';
import { changeBatchJob } from '../../store/batches/batch-jobs.ts';
import { changeBatchStatus, completeBatch } from '../../store/batches/batches.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
});
afterAll(() => api.close());

interface Job {
  readonly jobId: string;
  readonly row: number;
  readonly phoneNumber: string;
  readonly status: string;
  /** Number of calls so far. */
  readonly attempt: number;
}

/** Numbers that no other test of this file uses. */
let used = 0;
const takeNumbers = (count: number): string[] => callees((used += count)).slice(-count);

const db = () => api.database.inWorkspace(api.workspaceId);
const jobsOf = async (batchId: string): Promise<Job[]> =>
  (await api.send('GET', `${batchesPath}/${batchId}/calls?limit=1000`)).body.data.calls;
const again = (batchId: string, body: object = {}, headers: Record<string, string> = {}) =>
  api.send('POST', `${batchesPath}/${batchId}/again`, { body, headers });
const retryFailed = (batchId: string, body?: object) =>
  api.send('POST', `${batchesPath}/${batchId}/retry-failed`, { ...(body && { body }) });
const preview = async (batchId: string, body: object = {}) =>
  (await again(batchId, { ...body, dryRun: true })).body;

async function startWith(numbers: readonly string[], options: Record<string, string> = {}): Promise<string> {
  const rows = numbers.map((number, index) => `${number},Ada ${index},Grey`);
  const file = ['phone_number,name,doctor', ...rows].join('\n');
  const { body, status } = await startBatchOf(api, file, options);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.batchId;
}

/** Ends the first pending jobs with these outcomes, at most `count`, and the batch if it has no open job. Returns the jobs. */
async function endJobs(batchId: string, outcomes: readonly JobOutcome[], count = Infinity): Promise<Job[]> {
  const { workspaceId } = api;
  await changeBatchStatus(db(), { workspaceId, batchId, to: 'running', at: noon });
  const pending = (await jobsOf(batchId)).filter(({ status }) => status === 'pending').slice(0, count);
  for (const [index, { jobId }] of pending.entries()) {
    const outcome = outcomes[index % outcomes.length]!;
    const change = { workspaceId, batchId, jobId, at: noon };
    await changeBatchJob(db(), { ...change, to: 'dialing' });
    const to = ['answered', 'voicemail'].includes(outcome) ? 'completed' : 'failed';
    await changeBatchJob(db(), { ...change, to, outcome });
  }
  await completeBatch(db(), { workspaceId, batchId, at: noon });
  return pending;
}

/** Calls the first pending job, which then waits for a retry. */
async function awaitRetry(batchId: string, outcome: JobOutcome): Promise<void> {
  const { workspaceId } = api;
  await changeBatchStatus(db(), { workspaceId, batchId, to: 'running', at: noon });
  const job = (await jobsOf(batchId)).find(({ status }) => status === 'pending');
  if (job === undefined) return;
  const change = { workspaceId, batchId, jobId: job.jobId, at: noon };
  await changeBatchJob(db(), { ...change, to: 'dialing' });
  await changeBatchJob(db(), { ...change, to: 'pending', outcome });
}

const cancel = (batchId: string) => api.send('DELETE', `${batchesPath}/${batchId}`);

/** Stores a call of the number; `disposition` ends it as an answered call. Returns its id. */
async function callOf(
  number: string,
  changes: Partial<NewCallRow>,
  disposition?: string,
  reason: EndReason = 'customer_hangup',
): Promise<string> {
  const { workspaceId } = api;
  const inbound = changes.direction === 'inbound';
  const call = await seedCall(api.database, api, {
    ...(inbound ? { fromNumber: number } : { toNumber: number }),
    state: 'ringing',
    ...changes,
  });
  if (disposition === undefined) return call.id;
  const change = { workspaceId, callId: call.id, at: noon };
  await recordCallChange(db(), { ...change, from: ['ringing'], to: 'in_progress' });
  const endReason = disposition === 'voicemail' ? 'voicemail' : reason;
  await finishCall(db(), { ...change, endReason, disposition: { code: disposition, status: 'completed' } });
  return call.id;
}

/** Stores an answered call that a provider interrupted after these words of the customer. Returns its id. */
async function interruptedCall(number: string, content: string | null): Promise<string> {
  const callId = await callOf(number, {}, 'failed', 'provider_error');
  if (content === null) return callId;
  const entry = { role: 'customer', content, startMs: 0, endMs: 1, interrupted: false } as const;
  const { workspaceId } = api;
  await appendTranscriptEntry(db(), { workspaceId, callId, sequence: 1, entry });
  return callId;
}

const suppress = (address: string) =>
  api.send('POST', '/v1/api/suppressions', { body: { address, channel: 'voice' } });

describe('POST /v1/api/batch-calls/{batchId}/again: 200', () => {
  it('calls the rows that reached nobody, with the settings of the batch', async () => {
    const numbers = takeNumbers(7);
    const predialSecret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const options = {
      name: 'Reminders',
      callsPerSecond: '3',
      predialUrl: 'https://books.example/check',
      predialSecret,
      window: '{"windows":[{"start":"09:00","end":"17:00"}]}',
      retry: '{"maxAttempts":2}',
      metadata: '{"ward":"4"}',
    };
    const batchId = await startWith(numbers, options);
    const outcomes = [
      'answered',
      'no_answer',
      'busy',
      'voicemail',
      'failed',
      'unknown',
      'invalid_number',
    ] as const;
    await endJobs(batchId, outcomes);
    const counts = {
      notReached: 4,
      toCall: 4,
      reachedSince: 0,
      calledSince: 0,
      waitingElsewhere: 0,
      suppressedRows: 0,
      wrongNumberRows: 0,
      duplicateRows: 0,
    };
    expect(await preview(batchId)).toEqual({ batchId: null, ...counts });
    const { status, body } = await again(batchId);
    expect([status, body]).toMatchObject([200, counts]);
    const [first, second] = await Promise.all(
      [batchId, body.batchId].map(async (id) => (await api.send('GET', `${batchesPath}/${id}`)).body),
    );
    expect(second).toMatchObject({
      callsPerSecond: 3,
      metadata: { ward: '4' },
      againOf: batchId,
      name: 'Reminders (2)',
      status: 'scheduled',
    });
    for (const field of ['agentId', 'window', 'retry', 'predialUrl', 'purpose', 'consent', 'fromNumbers'])
      expect(second[field]).toEqual(first[field]);
    expect(await jobsOf(body.batchId)).toMatchObject(
      numbers.slice(1, 5).map((phoneNumber, index) => ({
        phoneNumber,
        row: index + 3,
        status: 'pending',
        attempt: 0,
        customer: { name: `Ada ${index + 1}` },
        dynamic: { doctor: 'Grey' },
      })),
    );
    const secrets = await db().rows<{ id: string; secret: string }>(
      { text: 'select id, predial_secret as secret from batches where id = any($1)' },
      [[batchId, body.batchId]],
    );
    for (const { id, secret } of secrets) expect(api.context.secrets.open(secret, id)).toBe(predialSecret);
  });

  it('calls nobody who was reached, is being called, waits elsewhere, is suppressed, or is in the file twice', async () => {
    const numbers = takeNumbers(11);
    const [a, b, c, d, e, f, g, h, i, j, k] = numbers as [string, ...string[]];
    const batchId = await startWith([...numbers, a!], { allowDuplicates: 'true' });
    await endJobs(batchId, ['no_answer']);
    await callOf(b!, {}, 'interested');
    await callOf(c!, { direction: 'inbound' }, 'interested');
    await callOf(d!, { state: 'queued' });
    await callOf(e!, { direction: 'inbound' });
    await suppress(f!);
    // These calls do not count: a voicemail, nobody heard, another workspace's time, no answer.
    await callOf(g!, {}, 'voicemail');
    await callOf(h!, {}, 'no_answer');
    await callOf(i!, { at: new Date(noon.getTime() - 86_400_000) }, 'interested');
    await callOf(j!, { direction: 'inbound' }, 'failed');
    const counts = {
      notReached: 12,
      toCall: 6,
      reachedSince: 4,
      calledSince: 0,
      suppressedRows: 1,
      wrongNumberRows: 0,
      waitingElsewhere: 0,
      duplicateRows: 1,
    };
    expect(await preview(batchId)).toEqual({ batchId: null, ...counts });
    const { body } = await again(batchId);
    expect(body).toMatchObject(counts);
    expect((await jobsOf(body.batchId)).map(({ phoneNumber }) => phoneNumber)).toEqual([a, g, h, i, j, k]);

    expect((await again(batchId)).body.error).toMatchObject({
      code: 'batch_nothing_to_call',
      message: expect.stringContaining('7 waiting in another batch or for a callback'),
    });
  });

  it('creates one batch for concurrent requests, and for a repeated request with the same key', async () => {
    const batchId = await startWith(takeNumbers(3));
    await endJobs(batchId, ['busy']);
    const all = await Promise.all(Array.from({ length: 6 }, () => again(batchId)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 400)).toHaveLength(5);
    const codes = all.flatMap(({ body }) => body.error?.code ?? []);
    expect(['batch_nothing_to_call', 'batch_repeated']).toEqual(expect.arrayContaining(codes));
    const second = all.find(({ status }) => status === 200)!.body.batchId;
    await endJobs(second, ['busy']);
    const keyed = () => again(second, {}, { 'idempotency-key': 'once-more' });
    const [created, repeated] = [await keyed(), await keyed()];
    expect(repeated.body).toEqual(created.body);
    expect(await jobsOf(created.body.batchId)).toHaveLength(3);
    // The rows of the first batch wait in the third.
    expect(await preview(batchId)).toMatchObject({ toCall: 0, waitingElsewhere: 3 });
  });

  it('rejects a concurrent request at once', async () => {
    const batchId = await startWith(takeNumbers(1));
    await endJobs(batchId, ['busy']);
    const key = { workspaceId: api.workspaceId, batchId };
    await db().transaction(async (tx) => {
      expect(await lockBatchFamily(tx, key)).toBe(true);
      expect((await again(batchId)).body.error).toMatchObject({
        code: 'batch_repeated',
        message: expect.stringContaining('Another request is creating a batch'),
      });
    });
    // All batches of a family have the same lock, also if the id of a later one sorts before that of the first one.
    await seedBatchOf(api.database, api, 1, { id: 'batch_0', againOf: batchId });
    await db().transaction(async (tx) => {
      expect(await lockBatchFamily(tx, key)).toBe(true);
      await db().transaction(async (other) =>
        expect(await lockBatchFamily(other, { ...key, batchId: 'batch_0' })).toBe(false),
      );
    });
  });

  it('does not call people whom a later batch of the rows has just called', async () => {
    const numbers = takeNumbers(3);
    const batchId = await startWith(numbers);
    await endJobs(batchId, ['no_answer']);
    const { batchId: second } = (await again(batchId)).body;
    await endJobs(second, ['no_answer', 'voicemail'], 2);
    // Two jobs of the running batch have ended.
    expect(await preview(batchId)).toMatchObject({ toCall: 0, waitingElsewhere: 3, calledSince: 0 });
    expect((await again(batchId)).body.error.code).toBe('batch_nothing_to_call');
    await cancel(second);
    // The third row was not called.
    expect(await preview(batchId)).toMatchObject({ toCall: 1, waitingElsewhere: 0, calledSince: 2 });
    const { batchId: third } = (await again(batchId)).body;
    expect(await jobsOf(third)).toMatchObject([{ phoneNumber: numbers[2] }]);
    await endJobs(third, ['busy']);
    expect((await again(batchId)).body.error).toMatchObject({
      code: 'batch_nothing_to_call',
      message: expect.stringMatching(
        /3 called since in a later batch.* Call the later batch again instead\.$/,
      ),
    });
    expect(await preview(second)).toMatchObject({ toCall: 2, calledSince: 0 });
    expect(await preview(third)).toMatchObject({ toCall: 1, calledSince: 0 });
  });

  it('does not call people who get a callback or wait in any other batch', async () => {
    const numbers = takeNumbers(5);
    const [a, b, c, d, e] = numbers as [string, ...string[]];
    const batchId = await startWith(numbers);
    await endJobs(batchId, ['no_answer']);
    const body = { phoneNumber: a, agentId: api.agent.id, scheduledAt: '2026-02-05T09:00:00Z' };
    const callback = await api.send('POST', '/v1/api/call-dispositions', {
      workspace: api.workspaceId,
      body,
    });
    expect(callback.body.error).toBeUndefined();
    await startWith([b!], { scheduledAt: '2026-02-05T09:00:00Z' });
    await cancel(await startWith([c!]));
    await endJobs(await startWith([d!]), ['no_answer']);
    const paused = await startWith([e!]);
    await api.send('POST', `${batchesPath}/${paused}/pause`);
    expect(await preview(batchId)).toMatchObject({ toCall: 2, waitingElsewhere: 3 });
    const { batchId: second } = (await again(batchId)).body;
    expect((await jobsOf(second)).map(({ phoneNumber }) => phoneNumber)).toEqual([c, d]);
  });

  it('calls people again whose conversation a provider interrupted only if the request names `failed`', async () => {
    const numbers = takeNumbers(4);
    const [a, b, c, d] = numbers as [string, ...string[]];
    const batchId = await startWith(numbers);
    const [own] = await endJobs(batchId, ['failed']);
    const callId = await interruptedCall(a!, 'Yes, please move my appointment.');
    await db().execute({ text: 'update batch_jobs set call_id = $1 where id = $2' }, [callId, own!.jobId]);
    await interruptedCall(b!, 'Hello?');
    await interruptedCall(c!, '[unintelligible]');
    await interruptedCall(d!, null);
    const outcomes = ['no_answer', 'failed'];
    expect(await preview(batchId)).toMatchObject({ toCall: 2, reachedSince: 2 });
    expect(await preview(batchId, { outcomes })).toMatchObject({ toCall: 4, reachedSince: 0 });
    const { batchId: second } = (await again(batchId)).body;
    expect((await jobsOf(second)).map(({ phoneNumber }) => phoneNumber)).toEqual([c, d]);
  });

  it('calls rows that waited for a retry when the batch was cancelled', async () => {
    const numbers = takeNumbers(2);
    const batchId = await startWith(numbers, { retry: '{"maxAttempts":2}' });
    await awaitRetry(batchId, 'busy');
    await cancel(batchId);
    const { body } = await again(batchId);
    expect(body).toMatchObject({ notReached: 1, toCall: 1 });
    expect(await jobsOf(body.batchId)).toMatchObject([{ phoneNumber: numbers[0], attempt: 0 }]);
  });

  it('calls from other numbers if the number of the batch was released', async () => {
    const released = '+12025550198';
    await assignNumber(api, released);
    await api.send('PATCH', `/api/v1/agents/${api.agent.id}`, { body: { phoneNumber: ownNumber } });
    const batchId = await startWith(takeNumbers(1), { fromNumbers: JSON.stringify([released]) });
    await endJobs(batchId, ['busy']);
    await db().execute({ text: `update phone_numbers set status = 'inactive' where e164 = $1` }, [released]);
    expect((await again(batchId)).body.error).toMatchObject({
      code: 'number_not_owned',
      message: expect.stringContaining('Send fromNumbers with others'),
    });
    const foreign = { fromNumbers: ['+12025550197'] };
    expect((await again(batchId, foreign)).body.error).toMatchObject({
      code: 'number_not_owned',
      message: expect.not.stringContaining('Send fromNumbers'),
    });
    const { batchId: second } = (await again(batchId, { fromNumbers: [ownNumber] })).body;
    expect((await api.send('GET', `${batchesPath}/${second}`)).body.fromNumbers).toEqual([ownNumber]);
  });

  it('calls `unknown` rows only if the request names them', async () => {
    const batchId = await startWith(takeNumbers(2));
    await endJobs(batchId, ['unknown']);
    expect((await again(batchId)).body.error.code).toBe('batch_nothing_to_call');
    expect(await preview(batchId, { outcomes: ['unknown', 'busy'] })).toMatchObject({ toCall: 2 });
    const body = { outcomes: ['unknown'], name: 'Second try', scheduledAt: '2026-02-05T09:00:00Z' };
    const { batchId: second } = (await again(batchId, body)).body;
    expect((await api.send('GET', `${batchesPath}/${second}`)).body).toMatchObject({
      name: 'Second try',
      scheduledAt: '2026-02-05T09:00:00.000Z',
      totalRows: 2,
    });
  });
});

describe('POST /v1/api/batch-calls/{batchId}/again: 400 and 404', () => {
  it('rejects a batch that has not ended', async () => {
    const batchId = await startWith(takeNumbers(1));
    expect((await again(batchId)).body.error.code).toBe('batch_not_ended');
    expect((await preview(batchId)).error.code).toBe('batch_not_ended');
  });

  it('rejects an unknown batch and an agent that cannot call', async () => {
    expect((await again('batch_01KE70EHG0EYCB51HYNPHW8JPX')).status).toBe(404);
    const batchId = await startWith(takeNumbers(1));
    await endJobs(batchId, ['busy']);
    await api.send('PATCH', `/api/v1/flows/${api.flow.id}`, { body: { status: 'draft' } });
    expect((await again(batchId)).body.error.code).toBe('agent_no_active_flow');
    await api.send('PATCH', `/api/v1/flows/${api.flow.id}`, { body: { status: 'active' } });
  });
});

describe('batches that call rows again, in any order of events', () => {
  const outcome = fc.constantFrom<JobOutcome>(
    'no_answer',
    'busy',
    'voicemail',
    'answered',
    'unknown',
    'failed',
  );
  const batch = fc.nat(9);
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ type: fc.constant('again' as const), batch, unknown: fc.boolean() }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant('end' as const),
        batch,
        count: fc.constantFrom(1, 1, 3),
        outcomes: fc.array(outcome, { minLength: 1, maxLength: 3 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('retry' as const), batch }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('cancel' as const), batch }) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('call' as const),
        row: fc.nat(2),
        isInbound: fc.boolean(),
        isActive: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('suppress' as const), row: fc.nat(2) }) },
  );

  interface ModelBatch {
    readonly id: string;
    /** Ids of the batches whose rows it calls again. */
    readonly older: readonly string[];
  }

  /** Returns the numbers that a batch after `from` must not call: in an open batch, or called in a batch after `from`. */
  async function numbersToOmit(batches: readonly ModelBatch[], from: ModelBatch): Promise<string[]> {
    const omitted = batches.map(async ({ id }) => {
      const { status } = (await api.send('GET', `${batchesPath}/${id}`)).body;
      const isOpen = ['scheduled', 'running'].includes(status);
      const isLater = id !== from.id && !from.older.includes(id);
      return (await jobsOf(id)).filter(({ attempt }) => isOpen || (isLater && attempt > 0));
    });
    return (await Promise.all(omitted)).flat().map(({ phoneNumber }) => phoneNumber);
  }

  it(
    'never have two open jobs for a number, nor a new job for one that was reached, suppressed, or called in a later batch',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
          const numbers = Array.from(
            { length: 3 },
            () => `+1202555${String((used += 1) + 2000).padStart(4, '0')}`,
          );
          const batches: ModelBatch[] = [{ id: await startWith(numbers), older: [] }];
          const batchOf = (index: number) => batches[index % batches.length]!;
          const finished = new Set<string>();
          const wronglyCalled: string[] = [];
          for (const taken of steps) {
            if (taken.type === 'again') {
              const outcomes = ['no_answer', 'busy', 'voicemail', 'failed'];
              if (taken.unknown) outcomes.push('unknown');
              const from = batchOf(taken.batch);
              const omitted = await numbersToOmit(batches, from);
              const { status, body } = await again(from.id, { outcomes });
              if (status !== 200) continue;
              batches.push({ id: body.batchId, older: [...from.older, from.id] });
              const called = (await jobsOf(body.batchId)).map(({ phoneNumber }) => phoneNumber);
              wronglyCalled.push(
                ...called.filter((number) => finished.has(number) || omitted.includes(number)),
              );
            } else if (taken.type === 'end') {
              const ended = await endJobs(batchOf(taken.batch).id, taken.outcomes, taken.count);
              ended.forEach(({ phoneNumber }, index) => {
                if (taken.outcomes[index % taken.outcomes.length] === 'answered') finished.add(phoneNumber);
              });
            } else if (taken.type === 'retry') await awaitRetry(batchOf(taken.batch).id, 'busy');
            else if (taken.type === 'cancel') await cancel(batchOf(taken.batch).id);
            else {
              const number = numbers[taken.row]!;
              finished.add(number);
              if (taken.type === 'suppress') await suppress(number);
              else
                await callOf(
                  number,
                  { direction: taken.isInbound ? 'inbound' : 'outbound' },
                  taken.isActive ? undefined : 'interested',
                );
            }
            const jobs = (await Promise.all(batches.map(({ id }) => jobsOf(id)))).flat();
            const open = jobs
              .filter(({ status }) => status === 'pending')
              .map(({ phoneNumber }) => phoneNumber);
            expect(new Set(open).size).toBe(open.length);
            expect(wronglyCalled).toEqual([]);
          }
        }),
        { numRuns: 25 },
      );
    },
  );
});

describe('POST /v1/api/batch-calls/{batchId}/retry-failed', () => {
  const denver = callees(7).map((number) => number.replace('+1202', '+1303'));

  it('calls the failed rows again, also without a body', async () => {
    const batchId = await startWith(denver.slice(0, 6));
    await endJobs(batchId, ['answered', 'no_answer', 'busy', 'voicemail', 'failed', 'unknown']);
    const counted = await retryFailed(batchId, { dryRun: true });
    expect([counted.status, counted.body.batchId, counted.body.toCall]).toEqual([200, null, 4]);
    const { status, body } = await retryFailed(batchId);
    expect([status, body.toCall]).toEqual([200, 4]);
    const { body: created } = await api.send('GET', `${batchesPath}/${body.batchId}`);
    expect(created).toMatchObject({ againOf: batchId, total: 4 });
  });

  it('has no audit entry after a dry run, and does not use its Idempotency-Key', async () => {
    const batchId = await startWith([callees(1)[0]!.replace('+1202', '+1312')]);
    await endJobs(batchId, ['busy']);
    const countEntries = async () => {
      const { body } = await api.send('GET', '/v1/api/audit-log?limit=100');
      const { entries } = body.data as { entries: { action: string }[] };
      return entries.filter(({ action }) => action === 'callBatchAgain').length;
    };
    const before = await countEntries();
    const key = { 'idempotency-key': 'again-once' };
    expect((await again(batchId, { dryRun: true }, key)).body).toMatchObject({ batchId: null, toCall: 1 });
    expect(await countEntries()).toBe(before);
    const { body: created } = await again(batchId, {}, key);
    expect(created).toMatchObject({ batchId: expect.any(String), toCall: 1 });
    expect((await again(batchId, {}, key)).body).toEqual(created);
    expect(await countEntries()).toBe(before + 1);
  });

  it('rejects a batch that has not ended, and a selection of outcomes', async () => {
    const batchId = await startWith(denver.slice(6));
    expect((await retryFailed(batchId)).body.error.code).toBe('batch_not_ended');
    expect((await retryFailed(batchId, { outcomes: ['busy'] })).body.error.code).toBe('invalid_request');
  });
});
