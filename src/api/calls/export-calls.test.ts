import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { pendingAnalysis } from '../../domain/analysis.ts';
import { appendTranscriptEntry } from '../../store/calls/call-timeline.ts';
import { recordCallChange } from '../../store/calls/calls.ts';
import { finishCall } from '../../store/calls/finish-call.ts';

/** More calls than one statement of an export reads. */
const manyCalls = 501;

let api: TestApi;
let callId: string;

beforeAll(async () => {
  api = await createTestApi();
  const { workspaceId } = api;
  const db = api.database.inWorkspace(workspaceId);
  ({ id: callId } = await seedCall(api.database, api, {
    state: 'ringing',
    toNumber: '+12025550142',
    customer: { name: '=HYPERLINK("x")', externalId: 'p-7' },
  }));
  await recordCallChange(db, { workspaceId, callId, from: ['ringing'], to: 'in_progress', at: noon });
  const said = { startMs: 0, endMs: 1, interrupted: false } as const;
  for (const [index, entry] of [
    { role: 'customer', content: 'Yes, I will come.' },
    { role: 'agent', content: 'Goodbye.' },
  ].entries())
    await appendTranscriptEntry(db, {
      workspaceId,
      callId,
      sequence: index + 1,
      entry: { ...said, role: entry.role as 'customer' | 'agent', content: entry.content },
    });
  await finishCall(db, {
    workspaceId,
    callId,
    endReason: 'customer_hangup',
    at: new Date(noon.getTime() + 12_500),
    disposition: { code: 'interested', status: 'completed' },
    recordingPath: 'recordings/2026-01/x.wav',
    variables: { confirmed: true },
    analysis: {
      ...pendingAnalysis,
      status: 'completed',
      summary: '@Will come.',
      success: true,
      fields: { guests: 4 },
    },
  });
  for (let index = 0; index < manyCalls; index++)
    await seedCall(api.database, api, { toNumber: '+12025550199' });
});
afterAll(() => api.close());

/** Returns the records of the file, the header first. */
async function records(query: string, key = api.key): Promise<string[][]> {
  const { bytes, status, headers } = await api.send('GET', `/api/v1/calls?format=csv&${query}`, { key });
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  return bytes.toString('utf8').trimEnd().split('\r\n').map(cells);
}

const cells = (record: string): string[] =>
  [...record.matchAll(/(?:^|[,;])(?:"((?:[^"]|"")*)"|([^",;]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
  );

async function exported(query: string): Promise<Record<string, string | undefined>> {
  const [header, row] = await records(query);
  return Object.fromEntries(header!.map((name, index) => [name, row![index]]));
}

describe('GET /api/v1/calls?format=csv', () => {
  it('has the results of each call, and escapes cells that begin like a formula', async () => {
    expect(await exported('search=0142')).toMatchObject({
      call_id: callId,
      direction: 'outbound',
      to_number: `'+12025550142`,
      name: `'=HYPERLINK("x")`,
      external_id: 'p-7',
      agent: 'Ada',
      status: 'ended',
      end_reason: 'customer_hangup',
      disposition: 'interested',
      answered_at: noon.toISOString(),
      duration_seconds: '12.5',
      recording: `/api/v1/calls/${callId}/recording`,
      last_words: 'Yes, I will come.',
      summary: `'@Will come.`,
      success: 'true',
      analysis_fields: '{"guests":4}',
      variables: '{"confirmed":true}',
      cost: '',
    });
  });

  it('leaves cells unchanged in raw format', async () => {
    expect(await exported('search=0142&raw=true')).toMatchObject({
      to_number: '+12025550142',
      summary: '@Will come.',
    });
  });

  it('is readable by a German Excel', async () => {
    const row = await exported('search=0142&excel=true&locale=de-DE');
    expect(row['\uFEFFcall_id']).toBe(callId);
    expect(row).toMatchObject({ duration_seconds: '12,5', success: 'ja', time_zone: 'UTC' });
    expect(row['answered_at']).toBe('2026-01-05 12:00:00');
    expect(row['recording']).toMatch(/^http:\/\/[^/]+\/api\/v1\/calls\/call_\w+\/recording$/);
  });

  it('has every matching call once, whatever the limit and the page are', async () => {
    const all = await records('limit=1&page=2');
    expect(all).toHaveLength(manyCalls + 2);
    expect(new Set(all.map(([id]) => id)).size).toBe(all.length);
    expect(await records('search=0199')).toHaveLength(manyCalls + 1);
    expect(await records('status=ended')).toHaveLength(2);
    expect(await records('createdAtTo=2020-01-01T00:00:00Z')).toHaveLength(1);
  });

  it.each([
    ['format=csv&excel=true&raw=true', 'raw'],
    ['excel=true', 'excel'],
    ['format=csv&locale=de', 'locale'],
  ])('rejects %s', async (query, path) => {
    const { status, body } = await api.send('GET', `/api/v1/calls?${query}`);
    expect([status, body.fields[0].path]).toEqual([400, path]);
  });
});
