import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgramUnderTest } from './program-under-test.ts';

const otherNumber = '+14155552671';
const cli = path.resolve(import.meta.dirname, '../../bin/parley.js');

interface PredialRequest {
  readonly phoneNumber: string;
  readonly attempt: number;
  readonly customer: { readonly name?: string };
  readonly dynamic: Readonly<Record<string, string>>;
}

let program: ProgramUnderTest;
let folder: string;
/** Allows each call, except those to people who have moved. */
let predialServer: Server;
const predialRequests: PredialRequest[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-steering-'));
  predialServer = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const predialRequest = JSON.parse(text) as PredialRequest;
      predialRequests.push(predialRequest);
      const eligible = predialRequest.dynamic['moved'] !== 'yes';
      response.end(JSON.stringify({ eligible, reason: 'Moved away.' }));
    });
  }).listen(0, '127.0.0.1');
  await once(predialServer, 'listening');
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '29400-29599',
    PARLEY_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  });
  await program.api.assignNumber(otherNumber);
});
afterAll(async () => {
  await program.close();
  predialServer.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `parley batch …` as a separate process. */
function parley(...words: string[]): ChildProcess {
  const { port } = new URL(program.parley.httpAddress!);
  const env = {
    ...process.env,
    PARLEY_HTTP_PORT: port,
    PARLEY_DATA_DIR: folder,
    PARLEY_API_KEY: program.parley.firstStart!.apiKey,
  };
  return spawn(process.execPath, [cli, 'batch', ...words], { env });
}

async function untilClosed(
  child: ChildProcess,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  let stdout = '';
  let stderr = '';
  child.stdout!.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
  child.stderr!.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

async function writeRows(name: string, rows: readonly string[]): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, rows.join('\n'));
  return file;
}

const statusOf = async (batchId: string) =>
  (await program.api.client.getBatchProgress({ path: { batchId } })).status;

describe('a batch from the command line', { timeout: 120_000 }, () => {
  it('is validated, started, watched until its end and exported', async () => {
    const notBefore = new Date(Date.now() + 8_000);
    const file = await writeRows('patients.csv', [
      'phone_number,name,timezone,appointment,moved,scheduled_at,from_number,language,first_message',
      '+12025550100,Ada,America/New_York,Tuesday at 10 AM,no,,,,',
      '+12025550103,Grace,America/New_York,Tuesday at 10 AM,yes,,,,',
      `+14155550103,Mary,America/New_York,Tuesday at 10 AM,no,${notBefore.toISOString()},${otherNumber},,`,
      '+14155550100,Joan,America/New_York,Tuesday at 10 AM,no,,,en-GB,Good day from the clinic.',
    ]);
    const checked = await untilClosed(parley('validate', file));
    expect([checked.code, checked.stdout]).toEqual([
      0,
      expect.stringContaining('4 rows: 4 to call, 0 invalid'),
    ]);
    const { port } = predialServer.address() as AddressInfo;
    const predialUrl = `http://127.0.0.1:${port}/predial?token=secret`;
    const watched = await untilClosed(
      parley('start', file, '--cps', '5', '--predial', predialUrl, '--watch'),
    );
    expect([watched.code, watched.stderr]).toEqual([0, '']);
    expect(watched.stdout).toMatch(/100\.0 % {2}4 of 4 {2}completed/);
    const batchId = /batch_\w+/.exec(watched.stdout)![0];
    expect(predialRequests).toHaveLength(4);
    expect(predialRequests.find(({ phoneNumber }) => phoneNumber === '+14155550103')).toMatchObject({
      batchId,
      attempt: 1,
      customer: { name: 'Mary', timezone: 'America/New_York' },
      dynamic: { appointment: 'Tuesday at 10 AM', moved: 'no' },
    });

    const calls = await program.api.calls({ batchId });
    const callTo = (number: string) => calls.find(({ toNumber }) => toNumber === number)!;
    expect(calls).toHaveLength(3);
    expect(callTo('+14155550103').fromNumber).toBe(otherNumber);
    expect(Date.parse(callTo('+14155550103').createdAt)).toBeGreaterThanOrEqual(notBefore.getTime());
    const joan = await program.api.client.getCall({ path: { callId: callTo('+14155550100').callId } });
    const spoken = joan.transcript.filter(({ role }) => role === 'agent');
    expect(spoken[0]!.content).toBe('Good day from the clinic.');

    const out = path.join(folder, 'out.csv');
    expect((await untilClosed(parley('export', batchId, '-o', out, '--raw'))).code).toBe(0);
    const [header, ada, grace, mary, last] = (await readFile(out, 'utf8')).trim().split('\r\n');
    expect(header).toMatch(/external_id,result,collected_.*disposition,.*last_words,.*appointment,moved/);
    expect(ada).toMatch(/,\+12025550100,.*,completed,answered,/);
    expect(grace).toMatch(/,skipped,,not_eligible,The predial check refused the call: Moved away\.,0,/);
    expect(mary).toMatch(/,failed,busy,/);
    expect(last).toMatch(/,en-GB,Good day from the clinic\.,/);
  });

  it('continues after `parley batch watch` is stopped and is cancelled by `parley batch cancel`', async () => {
    const rows = ['phone_number', '+14155550104', '+14155550105'];
    const file = await writeRows('later.csv', rows);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const started = await untilClosed(parley('start', file, '--at', at));
    const batchId = /batch_\w+/.exec(started.stdout)![0];
    const watcher = parley('watch', batchId);
    await once(watcher.stdout!, 'data');
    watcher.kill('SIGINT');
    const stopped = await untilClosed(watcher);
    expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('The batch continues')]);
    expect(await statusOf(batchId)).toBe('scheduled');
    const second = parley('watch', batchId);
    const watching = untilClosed(second);
    await sleep(500);
    expect((await untilClosed(parley('cancel', batchId))).stdout).toMatch(/^cancelled/);
    expect((await watching).code).toBe(1);
  });
});
