import { execFile } from 'node:child_process';
import { glob, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionUrl } from '../support/connection-url.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

const program = path.resolve(import.meta.dirname, '../../bin/parley.js');
let folder: TemporaryFolder;
let dataDir: string;
let environment: Record<string, string>;
let service: ServingProcess;
let callId: string;
let audio: Buffer;

/** Starts the service, makes the demo call and reads its recording. */
beforeAll(async () => {
  folder = await temporaryDataFolder();
  dataDir = path.join(folder.dataDir, 'data');
  environment = {
    PARLEY_DATA_DIR: dataDir,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: '0',
    PARLEY_RTP_PORTS: '33100-33199',
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_ENCRYPT_RECORDINGS: 'yes',
  };
  await start();
  ({ callId } = await run<{ callId: string }>('demo', '--persona', '01'));
  audio = await readFile(
    (
      await run<{ file: string }>(
        'calls',
        'recording',
        callId,
        '--output',
        path.join(folder.dataDir, 'before.wav'),
      )
    ).file,
  );
}, 180_000);
afterAll(async () => {
  await service.remove();
  await folder.remove();
});

async function start(): Promise<void> {
  service = new ServingProcess(environment);
  await service.ready();
}

/** Runs a command in another process with JSON output. */
async function run<T = unknown>(...words: string[]): Promise<T> {
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words, '--json'], { env });
  return JSON.parse(stdout) as T;
}

const failureOf = (...words: string[]): Promise<string> =>
  run(...words).then(
    () => 'no failure',
    (error: { stderr: string }) => error.stderr,
  );

/** Returns the recording of the demo call, which is the only call that the commands find. */
async function demoRecording(name: string): Promise<Buffer> {
  const { calls } = await run<{ calls: { callId: string }[] }>('calls', 'list');
  expect(calls.map((call) => call.callId)).toEqual([callId]);
  const output = path.join(folder.dataDir, name);
  await run('calls', 'recording', callId, '--output', output);
  return readFile(output);
}

/** Returns the first bytes of each file of a recording. */
async function firstBytesOfRecordings(): Promise<string[]> {
  const firstBytes: string[] = [];
  for await (const file of glob('recordings/*/*.wav', { cwd: dataDir }))
    firstBytes.push((await readFile(path.join(dataDir, file))).toString('latin1', 0, 8));
  return firstBytes;
}

describe('the demo call', { timeout: 180_000 }, () => {
  it('plays after a backup of the running service, the loss of the data folder and a restore', async () => {
    expect(audio.length).toBeGreaterThan(100_000);
    await expect.poll(firstBytesOfRecordings, { timeout: 20_000 }).toEqual(['PARLEYE1']);
    const backup = path.join(folder.dataDir, 'backup');
    await run('backup', backup);
    expect(await failureOf('restore', backup)).toContain('A service runs on');
    await service.remove();
    expect(await failureOf('restore', backup)).toContain('is not empty');
    const { apiKey } = await readFirstStart(dataDir);
    await rm(dataDir, { recursive: true });
    await run('restore', backup);
    expect((await readFirstStart(dataDir)).apiKey).toBe(apiKey);
    await start();
    expect(await demoRecording('restored.wav')).toEqual(audio);
  });

  it('plays after the data folder was moved', async () => {
    await service.remove();
    await rename(dataDir, `${dataDir}-moved`);
    dataDir = `${dataDir}-moved`;
    environment['PARLEY_DATA_DIR'] = dataDir;
    await start();
    expect(await demoRecording('moved.wav')).toEqual(audio);
  });

  it('plays after the move of the embedded database to another PostgreSQL', async () => {
    const { connection, drop } = await createEmptyDatabase();
    expect(await failureOf('move-database')).toContain('Set PARLEY_DATABASE_URL');
    environment['PARLEY_DATABASE_URL'] = connectionUrl(connection);
    expect(await failureOf('move-database')).toContain('Stop it first');
    await service.remove();
    const { rows } = await run<{ rows: number }>('move-database');
    expect(rows).toBeGreaterThan(10);
    expect(await failureOf('move-database')).toContain('was moved to');
    await start();
    expect(await demoRecording('own-database.wav')).toEqual(audio);
    await service.remove();
    delete environment['PARLEY_DATABASE_URL'];
    expect(await failureOf('serve')).toContain('was moved to');
    environment['PARLEY_DATABASE_URL'] = connectionUrl(connection);
    await start();
    const backup = path.join(folder.dataDir, 'own-backup');
    await run('backup', backup);
    await service.remove();
    await drop();
    const replaced = await createEmptyDatabase();
    environment['PARLEY_DATABASE_URL'] = connectionUrl(replaced.connection);
    environment['PARLEY_DATA_DIR'] = path.join(folder.dataDir, 'other');
    await run('restore', backup);
    await start();
    expect(await demoRecording('own-restored.wav')).toEqual(audio);
    await service.remove();
    await replaced.drop();
    delete environment['PARLEY_DATABASE_URL'];
    expect((await stat(dataDir)).mode & 0o007).toBe(0);
  });
});
