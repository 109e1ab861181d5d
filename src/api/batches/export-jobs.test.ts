import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, assignNumber, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, batchFileOf, callees, startBatchOf } from '../../../test/support/batches.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { changeBatchJob } from '../../store/batches/batch-jobs.ts';
import { appendTranscriptEntry } from '../../store/calls/call-timeline.ts';
import { pendingAnalysis } from '../../domain/analysis.ts';
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
  const question = (variable: string, name?: string, expect = 'text') => ({
    id: variable,
    type: 'ask',
    ...(name === undefined ? {} : { name }),
    config: { prompt: 'Well?', variable, expect },
  });
  const nodes = [
    question('confirmed', 'Is coming?', 'yes_no'),
    question('note'),
    question('first', 'Preference', 'date_time'),
    question('second', 'preference'),
    question('wish', '=Wish, or "none"'),
    question('grey', 'Doctor'),
    { id: 'bye', type: 'end', config: {} },
  ];
  const edges = nodes.slice(1).map(({ id: to }, index) => ({ id: to, from: nodes[index]!.id, to }));
  await api.send('PATCH', `/api/v1/flows/${flow.id}`, { body: { variables, nodes, edges } });
  const fieldsOf = (...names: string[]) => ({
    analysis: { fields: names.map((name) => ({ name, type: 'string' })) },
  });
  const changeAgent = (body: object) => api.send('PATCH', `/api/v1/agents/${api.agent.id}`, { body });
  await changeAgent(fieldsOf('unused'));
  const { body } = await changeAgent(fieldsOf('guests', 'room'));
  const agentVersion = body.version;
  await changeAgent(fieldsOf('sentiment', 'guests'));
  batchId = (await startBatchOf(api, batchFileOf(2))).body.batchId;
  const db = api.database.inWorkspace(workspaceId);
  const [job] = (await api.send('GET', `${batchesPath}/${batchId}/calls`)).body.data.calls;
  const call = await seedCall(api.database, api, {
    batchId,
    jobId: job.jobId,
    state: 'ringing',
    flowVersion: 2,
    agentVersion,
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
    variables: { confirmed: true, note: '=1+1', first: '2026-11-24T15:30:00.000Z', second: 2.5 },
    analysis: {
      ...pendingAnalysis,
      status: 'completed',
      summary: 'Will come, on time.',
      success: true,
      successReason: 'She said so.',
      sentiment: 'positive',
      fields: { guests: 4, room: '=garden', sentiment: null },
    },
  });
});
afterAll(() => api.close());

/** Returns the records of the file, the header first. */
async function records(query: string, key = api.key): Promise<string[][]> {
  const { body, status } = await api.send('GET', `${batchesPath}/${batchId}/calls?${query}`, { key });
  expect(status).toBe(200);
  return (body as string).trim().split('\r\n').map(cells);
}

/** Returns each row of the file as an object from column name to cell. */
async function exported(query: string, key = api.key) {
  const [header, ...rows] = await records(query, key);
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
      result: 'confirmed',
      disposition: 'interested',
      end_reason: 'customer_hangup',
      answered_at: noon.toISOString(),
      duration_seconds: '12.5',
      recording: `/api/v1/calls/${callId}/recording`,
      last_words: 'Yes, I will come.',
      summary: 'Will come, on time.',
      success: 'true',
      analysis_success_reason: 'She said so.',
      analysis_sentiment: 'positive',
      analysis_field_guests: '4',
      analysis_field_room: `'=garden`,
      analysis_field_sentiment: '',
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

  it('has the answers after the columns of the person', async () => {
    const [header] = await records('format=csv');
    expect(header!.slice(0, 13).join(' ')).toBe(
      'row phone_number name email external_id result collected_confirmed collected_note collected_first collected_second collected_wish collected_grey job_id',
    );
    expect(header!.at(-1)).toBe('doctor');
    expect(header!.filter((name) => name.startsWith('analysis_field_'))).toEqual(
      ['sentiment', 'guests', 'room'].map((name) => `analysis_field_${name}`),
    );
    expect(new Set(header).size).toBe(header!.length);
  });

  it('names answers by the title of their question if no other column has this name', async () => {
    const [header, called] = await records('format=csv&headings=titles');
    expect(header!.slice(6, 12).join('|')).toBe(
      `Is coming?|collected_note|collected_first|collected_second|'=Wish, or "none"|collected_grey`,
    );
    expect(called!.slice(6, 8)).toEqual(['true', `'=1+1`]);
  });

  it('is readable by a German Excel: byte order mark, semicolons, local times, links', async () => {
    const query = 'format=csv&excel=true&locale=de-DE';
    const { bytes } = await api.send('GET', `${batchesPath}/${batchId}/calls?${query}`);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [header, row] = bytes
      .toString('utf8', 3)
      .split('\r\n')
      .map((line) => line.split(';'));
    const called = Object.fromEntries(header!.map((name, index) => [name, row![index]]));
    expect(called).toMatchObject({
      phone_number: `'${callees(1)[0]}`,
      'Is coming?': 'ja',
      collected_note: `'=1+1`,
      collected_first: '2026-11-24 10:30:00',
      collected_second: '"2,5"',
      time_zone: 'America/New_York',
      result: 'Confirmed',
      'answered_at (time_zone)': '2026-01-05 07:00:00',
      duration_seconds: '"12,5"',
      success: 'ja',
    });
    expect(called['recording']).toMatch(/^http:\/\/[^/]+\/api\/v1\/calls\/call_\w+\/recording$/);
  });

  it('has semicolons and points for a Swiss Excel', async () => {
    const { bytes } = await api.send(
      'GET',
      `${batchesPath}/${batchId}/calls?format=csv&excel=true&locale=de-CH`,
    );
    expect(bytes.toString('utf8', 3)).toMatch(/;12\.5;/);
  });

  it('has commas and points for an English Excel', async () => {
    const [, called] = await records('format=csv&excel=true');
    expect(called).toContain('12.5');
    expect(called).toContain('yes');
  });

  it.each([
    ['format=csv&excel=true&raw=true', 'raw'],
    ['excel=true', 'excel'],
    ['format=csv&locale=de', 'locale'],
  ])('rejects %s', async (query, path) => {
    const { status, body } = await api.send('GET', `${batchesPath}/${batchId}/calls?${query}`);
    expect([status, body.error.fields[0].path]).toEqual([400, path]);
  });

  it('omits call results for a key without calls:read', async () => {
    const key = await api.createKey({ scopes: ['batches:read'] });
    const rows = await exported('format=csv', key);
    expect(rows).toHaveLength(2);
    expect(Object.keys(rows[0]!)).not.toContain('last_words');
    expect(JSON.stringify(rows)).not.toMatch(/Yes, I will|collected_|Will come|confirmed/);
  });
});

describe('the filter by collected values', () => {
  const list = (query: string, key = api.key) =>
    api.send('GET', `${batchesPath}/${batchId}/calls?${query}`, { key });

  it.each([
    ['collected=confirmed%3Dyes', 1],
    ['collected=Confirmed%3DJA', 1],
    ['collected=confirmed=true&collected=second=2.5', 1],
    ['collected=confirmed=true&collected=second=3', 0],
    ['collected=confirmed%3Dno', 0],
    ['collected=confirmed%3Dyes&status=pending', 0],
    ['collected=confirmed%3Dyes&status=completed', 1],
    ['collected=note%3D%3D1%2B1', 1],
  ])('lists, counts and exports the rows of %s', async (query, total) => {
    const { data } = (await list(query)).body;
    expect([data.total, data.calls.length]).toEqual([total, total]);
    expect(await records(`format=csv&${query}`)).toHaveLength(total + 1);
  });

  it('rejects a variable that no flow of the batch has, and a key without calls:read', async () => {
    const unknown = await list('collected=confirmd%3Dyes');
    expect(unknown.status).toBe(400);
    expect(unknown.body.error.fields[0].message).toMatch(/no variable "confirmd".*confirmed, note/);
    expect((await list('collected=confirmed')).status).toBe(400);
    const key = await api.createKey({ scopes: ['batches:read'] });
    expect((await list('collected=confirmed%3Dyes', key)).body.error.code).toBe('insufficient_scope');
  });
});
