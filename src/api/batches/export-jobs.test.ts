import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, assignNumber, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, batchFileOf, callees, startBatchOf } from '../../../test/support/batches.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { changeBatchJob } from '../../store/batches/batch-jobs.ts';
import { appendTranscriptEntry } from '../../store/calls/call-timeline.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import { recordCallChange } from '../../store/calls/calls.ts';

let api: TestApi;
let batchId: string;
let callId: string;

/** Creates a batch with two rows. The first has a call with a transcript. */
beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
  const { workspaceId, flow } = api;
  const variables = {
    confirmed: { type: 'boolean', default: null },
    note: { type: 'string', default: null },
  };
  await api.send('PATCH', `/api/v1/flows/${flow.id}`, { body: { variables } });
  batchId = (await startBatchOf(api, batchFileOf(2))).body.batchId;
  const db = api.database.inWorkspace(workspaceId);
  const [job] = (await api.send('GET', `${batchesPath}/${batchId}/calls`)).body.data.calls;
  const call = await seedCall(api.database, api, {
    batchId,
    jobId: job.jobId,
    state: 'ringing',
    flowVersion: 2,
    toNumber: callees(1)[0]!,
  });
  callId = call.id;
  const change = { workspaceId, batchId, jobId: job.jobId, at: noon };
  await changeBatchJob(db, { ...change, to: 'dialing', callId });
  const transcript = ['Hello?', '=cmd|calc', 'Yes, I will come.'];
  for (const [index, content] of transcript.entries()) {
    const entry = {
      role: index === 1 ? 'agent' : 'customer',
      content,
      startMs: index,
      endMs: index,
      interrupted: false,
    } as const;
    await appendTranscriptEntry(db, {
      workspaceId,
      callId,
      sequence: index + 1,
      entry,
    });
  }
  await recordCallChange(db, { workspaceId, callId, from: ['ringing'], to: 'in_progress', at: noon });
  await finishCall(db, {
    workspaceId,
    callId,
    endReason: 'customer_hangup',
    at: new Date(noon.getTime() + 12_500),
    disposition: { code: 'interested', status: 'completed' },
    recordingPath: 'recordings/2026-01/x.wav',
    variables: { confirmed: true, note: '=1+1' },
    analysis: { summary: 'Will come, on time.', success: true, fields: {} },
  });
});
afterAll(() => api.close());

/** Returns each row of the file as an object from column name to cell. */
async function exported(query: string, key = api.key) {
  const { body, status } = await api.send('GET', `${batchesPath}/${batchId}/calls?${query}`, { key });
  expect(status).toBe(200);
  const [header, ...rows] = (body as string).trim().split('\r\n').map(cells);
  return rows.map((row) => Object.fromEntries(header!.map((name, index) => [name, row[index]])));
}

const cells = (record: string): string[] =>
  [...record.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
  );

describe('the CSV export of a batch', () => {
  it('includes the call results and the collected variables', async () => {
    const [called, waiting] = await exported('format=csv');
    expect(called).toMatchObject({
      row: '2',
      status: 'completed',
      outcome: 'answered',
      call_id: callId,
      disposition: 'interested',
      end_reason: 'customer_hangup',
      answered_at: noon.toISOString(),
      duration_seconds: '12.5',
      recording: `/api/v1/calls/${callId}/recording`,
      last_words: 'Yes, I will come.',
      summary: 'Will come, on time.',
      success: 'true',
      doctor: 'Grey',
      collected_confirmed: 'true',
      collected_note: `'=1+1`,
    });
    expect(waiting).toMatchObject({ row: '3', status: 'pending', disposition: '', last_words: '' });
    expect(waiting).toMatchObject({ collected_confirmed: '', collected_note: '' });
  });

  it('exports collected variables unchanged in raw format', async () => {
    const [called] = await exported('format=csv&raw=true&status=completed');
    expect(called).toMatchObject({ collected_note: '=1+1' });
  });

  it('omits call results for a key without calls:read', async () => {
    const key = await api.createKey({ scopes: ['batches:read'] });
    const rows = await exported('format=csv', key);
    expect(rows).toHaveLength(2);
    expect(Object.keys(rows[0]!)).not.toContain('last_words');
    expect(JSON.stringify(rows)).not.toMatch(/Yes, I will|collected_|Will come/);
  });
});
