import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../src/core/logger.ts';
import { connectClient } from '../../src/store/connection.ts';
import { findRunningServer } from '../../src/store/embedded-postgres/server-process.ts';
import { ProgramUnderTest } from './program-under-test.ts';

let program: ProgramUnderTest;
let log = '';
beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '25400-25599' }, createLogger('info', sink));
});
afterAll(() => program.close());

/** Makes a call older, and the job due now. */
async function makeOlder(callId: string, days: number): Promise<void> {
  const client = await connectClient((await findRunningServer(program.dataDir))!, 'parley tests');
  await client.query(`set parley.workspace = '*'`);
  const shifted = ['created_at', 'dialed_at', 'ringing_at', 'answered_at', 'ended_at'];
  const changes = shifted.map((column) => `${column} = ${column} - $2 * interval '1 day'`);
  await client.query(`update calls set ${changes.join(', ')} where id = $1`, [callId, days]);
  await client.query(`update jobs set run_at = now() where kind = 'purge-records' and state = 'queued'`);
  await client.end();
}

const filesIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(path.join(program.dataDir, folder), { recursive: true }).catch(() => []);
  return names.filter((name) => name.includes('.'));
};

it(
  'deletes the recording and the transcript of an old call, and keeps those of a new one',
  { timeout: 120_000 },
  async () => {
    const { api } = program;
    await api.assignNumber('+12025550171');
    const [old, newer] = await Promise.all([api.call('+12025550100'), api.call('+12025550101')]);
    await Promise.all([old, newer].map((id) => api.untilEnded(id)));
    expect(await api.statusOf(`/api/v1/calls/${old}/recording`)).toBe(200);
    const { data } = await api.client.listWorkspaces();
    const path = { workspaceId: data.workspaces[0]!.id };
    const retention = { recordingsDays: 2, transcriptsDays: 2 };
    await api.client.updateWorkspace({ path, body: { retention } });
    await makeOlder(old, 3);
    const purged = await api.until(old, ({ transcript }) => transcript.length === 0);
    expect(purged).toMatchObject({ timeline: [], recording: { available: false }, toNumber: '+12025550100' });
    expect(await api.statusOf(`/api/v1/calls/${old}/recording`)).toBe(404);
    expect(await api.statusOf(`/api/v1/calls/${old}/sip`)).toBe(404);
    expect(await api.statusOf(`/api/v1/calls/${newer}/recording`)).toBe(200);
    const files = await filesIn('recordings');
    expect([files.some((name) => name.includes(old)), files.some((name) => name.includes(newer))]).toEqual([
      false,
      true,
    ]);
    while (!/"recordings":1,"transcripts":1,.*Records past their retention/.test(log)) await sleep(50);
    const metric = program.parley
      .state()
      .metrics.find(
        ({ name, labels }) => name === 'parley_records_purged_total' && labels?.['kind'] === 'recordings',
      );
    expect(metric?.value).toBe(1);
  },
);
