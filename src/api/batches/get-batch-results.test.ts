import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignNumber, createTestApi, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, batchFileOf, callees, startBatchOf } from '../../../test/support/batches.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { changeBatchJob } from '../../store/batches/batch-jobs.ts';
import { resultVariables } from '../../domain/batches/row-result.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import { recordCallChange } from '../../store/calls/calls.ts';

interface Conversation {
  readonly disposition: string;
  readonly variables: Readonly<Record<string, boolean | string>>;
}

/** Calls by the result that their row must have. */
const conversations: readonly (readonly [result: string, Conversation])[] = [
  ['confirmed', { disposition: 'answered', variables: { coming: true, note: 'With a guest.' } }],
  ['confirmed', { disposition: 'interested', variables: {} }],
  ['declined', { disposition: 'answered', variables: { coming: false } }],
  ['declined', { disposition: 'not_interested', variables: { coming: true } }],
  ['declined', { disposition: 'answered', variables: { coming: 'no' } }],
  ['confirmed', { disposition: 'answered', variables: { coming: 'Yes' } }],
  ['other_time', { disposition: 'answered', variables: { coming: 'other_time' } }],
  ['other_time', { disposition: 'callback_scheduled', variables: { coming: true } }],
  ['other_time', { disposition: 'answered', variables: { coming: false, day: '2026-11-24T15:30:00.000Z' } }],
  ['wrong_number', { disposition: 'wrong_number', variables: { coming: false } }],
  ['answered', { disposition: 'answered', variables: {} }],
];
const unreached = ['no_answer', 'busy', 'failed'] as const;
const rowCount = conversations.length + unreached.length + 2;

let api: TestApi;
let batchId: string;
let jobIds: string[];

beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
  const ask = (variable: string, expectation: string) => ({
    id: variable,
    type: 'ask',
    config: { prompt: 'Well?', variable, expect: expectation },
  });
  const nodes = [
    ask('note', 'text'),
    ask('coming', 'yes_no'),
    ask('sure', 'yes_no'),
    ask('day', 'date_time'),
    { id: 'bye', type: 'end', config: {} },
  ];
  const edges = nodes.slice(1).map(({ id: to }, index) => ({ id: to, from: nodes[index]!.id, to }));
  await api.send('PATCH', `/api/v1/flows/${api.flow.id}`, { body: { nodes, edges } });
  const file = `${batchFileOf(rowCount)}\n12,Ada,Grey`;
  batchId = (await startBatchOf(api, file, { onInvalidRows: 'skip' })).body.batchId;
  jobIds = (await list('')).body.data.calls.map(({ jobId }: { jobId: string }) => jobId);
  for (const [index, [, conversation]] of conversations.entries()) await endCall(index, conversation);
  const { workspaceId } = api;
  for (const [index, outcome] of unreached.entries()) {
    const jobId = jobIds[conversations.length + index]!;
    const change = { workspaceId, batchId, jobId, at: noon };
    await changeBatchJob(db(), { ...change, to: 'dialing' });
    await changeBatchJob(db(), { ...change, to: 'failed', outcome });
  }
  const jobId = jobIds[rowCount - 2]!;
  const change = { workspaceId, batchId, jobId, at: noon };
  await changeBatchJob(db(), { ...change, to: 'dialing' });
  await changeBatchJob(db(), { ...change, to: 'completed', outcome: 'opted_out' });
});
afterAll(() => api.close());

const db = () => api.database.inWorkspace(api.workspaceId);
const list = (query: string, key = api.key) =>
  api.send('GET', `${batchesPath}/${batchId}/calls?limit=100${query}`, { key });
const results = (key = api.key) => api.send('GET', `${batchesPath}/${batchId}/results`, { key });

/** Ends the call of a row with a person. */
async function endCall(index: number, { disposition, variables }: Conversation): Promise<void> {
  const { workspaceId } = api;
  const jobId = jobIds[index]!;
  const toNumber = callees(rowCount)[index]!;
  const call = { batchId, jobId, state: 'ringing', flowVersion: 2, toNumber } as const;
  const { id: callId } = await seedCall(api.database, api, call);
  await changeBatchJob(db(), { workspaceId, batchId, jobId, at: noon, to: 'dialing', callId });
  await recordCallChange(db(), { workspaceId, callId, from: ['ringing'], to: 'in_progress', at: noon });
  await finishCall(db(), {
    workspaceId,
    callId,
    endReason: 'customer_hangup',
    at: noon,
    disposition: { code: disposition, status: 'completed' },
    variables,
  });
}

const expectedRows = {
  confirmed: 3,
  declined: 3,
  other_time: 3,
  answered: 1,
  not_reached: 2,
  failed: 1,
  wrong_number: 1,
};

describe('GET /v1/api/batch-calls/{batchId}/results: 200', () => {
  it('counts what the persons decided, and the outcomes of the calls', async () => {
    const { body } = await results();
    expect(body.question).toBe('coming');
    const counts = body.results.map(({ result, rows }: { result: string; rows: number }) => [result, rows]);
    expect(counts).toEqual(Object.entries({ ...expectedRows, opted_out: 1 }));
    expect(body.outcomes).toEqual([
      { outcome: 'answered', rows: conversations.length },
      ...[1, 2, 3, 4, 5].map(() => ({ outcome: expect.any(String), rows: 1 })),
    ]);
  });

  it('lists and exports the rows of each result', async () => {
    for (const [result, rows] of Object.entries(expectedRows)) {
      const { data } = (await list(`&result=${result}`)).body;
      expect([result, data.total, data.calls.length]).toEqual([result, rows, rows]);
      const file = (await list(`&result=${result}&format=csv`)).body.trim().split('\r\n');
      expect(file).toHaveLength(rows + 1);
    }
  });

  it('lists result, disposition and answers of every row', async () => {
    const { calls } = (await list('')).body.data;
    expect(calls.map(({ result }: { result: string | null }) => result)).toEqual([
      ...conversations.map(([result]) => result),
      ...unreached.map((outcome) => (outcome === 'failed' ? 'failed' : 'not_reached')),
      'opted_out',
      null,
      null,
    ]);
    expect(calls.at(-1)).toMatchObject({ status: 'skipped', outcome: 'invalid_number' });
    expect(calls[0]).toMatchObject({
      disposition: 'answered',
      answers: { coming: true, note: 'With a guest.' },
    });
    expect(calls.at(-1)).toMatchObject({ disposition: null, answers: {} });
  });
});

describe('GET /v1/api/batch-calls/{batchId}/results: own flows', () => {
  const ask = (variable: string, expectation: string) => ({
    type: 'ask',
    config: { variable, expect: expectation },
  });
  it.each([
    [
      'the first yes-or-no question',
      [ask('name', 'text'), ask('coming', 'yes_no'), ask('sure', 'yes_no')],
      'coming',
    ],
    [
      'a later question that stores confirmed',
      [ask('is_ada', 'yes_no'), ask('confirmed', 'yes_no')],
      'confirmed',
    ],
    ['a choice', [ask('confirmed', 'choice')], 'confirmed'],
    ['an extracted field', [{ type: 'extract', config: { fields: [{ name: 'confirmed' }] } }], 'confirmed'],
    ['nothing', [ask('wish', 'choice')], null],
  ])('are decided by %s', (_, nodes, question) => {
    const flow = { nodes } as unknown as Parameters<typeof resultVariables>[0][number];
    expect(resultVariables([flow]).question).toBe(question);
  });
});

describe('GET /v1/api/batch-calls/{batchId}/results: 403', () => {
  it('hides what was said in calls from a key without calls:read', async () => {
    const key = await api.createKey({ scopes: ['batches:read'] });
    expect((await results(key)).body.error.code).toBe('insufficient_scope');
    expect((await list('&result=confirmed', key)).body.error.code).toBe('insufficient_scope');
    const { calls } = (await list('', key)).body.data;
    expect(calls[0]).toMatchObject({ result: null, disposition: null, answers: {} });
  });
});

describe('GET /v1/api/batch-calls/{batchId}/results: 400', () => {
  it('rejects a result that does not exist', async () => {
    expect((await list('&result=maybe')).body.error.code).toBe('invalid_query');
  });
});
