import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignNumber, createTestApi, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, callees, startBatchOf } from '../../../test/support/batches.ts';
import '../../../test/support/property-seed.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import type { JobOutcome } from '../../domain/batches/batch-state.ts';
import type { NewCallRow } from '../../store/calls/calls.ts';
import { recordCallChange } from '../../store/calls/calls.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
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
}

/** Numbers that no other test of this file uses. */
let used = 0;
const takeNumbers = (count: number): string[] => callees((used += count)).slice(-count);

const db = () => api.database.inWorkspace(api.workspaceId);
const jobsOf = async (batchId: string): Promise<Job[]> =>
  (await api.send('GET', `${batchesPath}/${batchId}/calls?limit=1000`)).body.data.calls;
const again = (batchId: string, body: object = {}, headers: Record<string, string> = {}) =>
  api.send('POST', `${batchesPath}/${batchId}/again`, { body, headers });
const preview = async (batchId: string, body: object = {}) =>
  (await again(batchId, { ...body, dryRun: true })).body;

async function startWith(numbers: readonly string[], options: Record<string, string> = {}): Promise<string> {
  const rows = numbers.map((number, index) => `${number},Ada ${index},Grey`);
  const file = ['phone_number,name,doctor', ...rows].join('\n');
  const { body, status } = await startBatchOf(api, file, options);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.batchId;
}

/** Ends the pending jobs with these outcomes, in order, and then the batch. */
async function endBatch(batchId: string, outcomes: readonly JobOutcome[]): Promise<void> {
  const { workspaceId } = api;
  await changeBatchStatus(db(), { workspaceId, batchId, to: 'running', at: noon });
  const pending = (await jobsOf(batchId)).filter(({ status }) => status === 'pending');
  for (const [index, { jobId }] of pending.entries()) {
    const outcome = outcomes[index % outcomes.length]!;
    const change = { workspaceId, batchId, jobId, at: noon };
    await changeBatchJob(db(), { ...change, to: 'dialing' });
    const to = ['answered', 'voicemail'].includes(outcome) ? 'completed' : 'failed';
    await changeBatchJob(db(), { ...change, to, outcome });
  }
  await completeBatch(db(), { workspaceId, batchId, at: noon });
}

/** Stores a call of the number; `disposition` ends it as an answered call. */
async function callOf(number: string, changes: Partial<NewCallRow>, disposition?: string): Promise<void> {
  const { workspaceId } = api;
  const inbound = changes.direction === 'inbound';
  const call = await seedCall(api.database, api, {
    ...(inbound ? { fromNumber: number } : { toNumber: number }),
    state: 'ringing',
    ...changes,
  });
  if (disposition === undefined) return;
  const change = { workspaceId, callId: call.id, at: noon };
  await recordCallChange(db(), { ...change, from: ['ringing'], to: 'in_progress' });
  const endReason = disposition === 'voicemail' ? 'voicemail' : 'customer_hangup';
  await finishCall(db(), { ...change, endReason, disposition: { code: disposition, status: 'completed' } });
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
    await endBatch(batchId, outcomes);
    const counts = {
      notReached: 4,
      toCall: 4,
      reachedSince: 0,
      waitingElsewhere: 0,
      suppressedRows: 0,
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
      name: 'Reminders',
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
    await endBatch(batchId, ['no_answer']);
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
      suppressedRows: 1,
      waitingElsewhere: 0,
      duplicateRows: 1,
    };
    expect(await preview(batchId)).toEqual({ batchId: null, ...counts });
    const { body } = await again(batchId);
    expect(body).toMatchObject(counts);
    expect((await jobsOf(body.batchId)).map(({ phoneNumber }) => phoneNumber)).toEqual([a, g, h, i, j, k]);

    expect((await again(batchId)).body.error).toMatchObject({
      code: 'batch_nothing_to_call',
      message: expect.stringContaining('7 waiting in another batch'),
    });
  });

  it('creates one batch for concurrent requests, and for a repeated request with the same key', async () => {
    const batchId = await startWith(takeNumbers(3));
    await endBatch(batchId, ['busy']);
    const all = await Promise.all(Array.from({ length: 6 }, () => again(batchId)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 400)).toHaveLength(5);
    const second = all.find(({ status }) => status === 200)!.body.batchId;
    await endBatch(second, ['busy']);
    const keyed = () => again(second, {}, { 'idempotency-key': 'once-more' });
    const [created, repeated] = [await keyed(), await keyed()];
    expect(repeated.body).toEqual(created.body);
    expect(await jobsOf(created.body.batchId)).toHaveLength(3);
    // The rows of the first batch wait in the third.
    expect(await preview(batchId)).toMatchObject({ toCall: 0, waitingElsewhere: 3 });
  });

  it('calls `unknown` rows only if the request names them', async () => {
    const batchId = await startWith(takeNumbers(2));
    await endBatch(batchId, ['unknown']);
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
    await endBatch(batchId, ['busy']);
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
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ type: fc.constant('again' as const), batch: fc.nat(9), unknown: fc.boolean() }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('end' as const),
        batch: fc.nat(9),
        outcomes: fc.array(outcome, { minLength: 1, maxLength: 4 }),
      }),
    },
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

  it('never have two open jobs for a number, nor a new job for one that was reached or suppressed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const numbers = Array.from(
          { length: 3 },
          () => `+1202555${String((used += 1) + 2000).padStart(4, '0')}`,
        );
        const batches = [await startWith(numbers)];
        const finished = new Set<string>();
        const wronglyCalled: string[] = [];
        for (const taken of steps) {
          if (taken.type === 'again') {
            const outcomes = [
              'no_answer',
              'busy',
              'voicemail',
              'failed',
              ...(taken.unknown ? ['unknown'] : []),
            ];
            const { status, body } = await again(batches[taken.batch % batches.length]!, { outcomes });
            if (status !== 200) continue;
            batches.push(body.batchId);
            const called = (await jobsOf(body.batchId)).map(({ phoneNumber }) => phoneNumber);
            wronglyCalled.push(...called.filter((number) => finished.has(number)));
          } else if (taken.type === 'end') {
            const batchId = batches[taken.batch % batches.length]!;
            await endBatch(batchId, taken.outcomes);
          } else {
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
          const jobs = (await Promise.all(batches.map(jobsOf))).flat();
          const open = jobs
            .filter(({ status }) => status === 'pending')
            .map(({ phoneNumber }) => phoneNumber);
          expect(new Set(open).size).toBe(open.length);
          expect(wronglyCalled).toEqual([]);
        }
      }),
      { numRuns: 25 },
    );
  });
});
