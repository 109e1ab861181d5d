import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readPostmasterId } from '../../src/store/embedded-postgres/postmaster-file.ts';
import { processState } from '../../src/store/embedded-postgres/process-state.ts';

const root = path.resolve(import.meta.dirname, '../..');
const hasNpm = process.platform !== 'win32' && spawnSync('npm', ['--version']).status === 0;

let dataDir: string;
let npm: ChildProcess | undefined;
let processIds: readonly number[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-npm-start-'));
});

afterEach(() => {
  for (const pid of [npm!.pid!, ...processIds]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Returns the process ids of the service and its database server. */
async function start(): Promise<readonly number[]> {
  npm = spawn('npm', ['start'], {
    cwd: root,
    // Creates a process group, which gets the signal of Ctrl-C on a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_HTTP_PORT: '0',
      PARLEY_SIP_PORT: '0',
      PARLEY_RTP_PORTS: '32700-32799',
      PARLEY_LOG_LEVEL: 'error',
    },
  });
  let printed = '';
  npm.stdout!.on('data', (data: Buffer) => (printed += data.toString()));
  await expect.poll(() => printed, { timeout: 30_000 }).toContain('HTTP on');
  const { pid } = JSON.parse(await readFile(path.join(dataDir, 'parley.lock'), 'utf8')) as { pid: number };
  const postmaster = await readPostmasterId(path.join(dataDir, 'postgres', 'database'));
  processIds = [pid, postmaster!];
  return processIds;
}

async function isRunning(pid: number): Promise<boolean> {
  const state = await processState(pid);
  return state !== undefined && !state.isZombie;
}

const areRunning = async (pids: readonly number[]): Promise<boolean[]> => Promise.all(pids.map(isRunning));

describe.runIf(hasNpm)('npm start', { timeout: 60_000 }, () => {
  it.runIf(process.platform === 'linux')('limits the memory that glibc and V8 keep', async () => {
    const [pid] = await start();
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).toContain('\0--max-semi-space-size=16\0');
    expect(await readFile(`/proc/${pid}/environ`, 'utf8')).toContain('\0MALLOC_ARENA_MAX=2\0');
  });

  it('shuts down the service and its database if only npm gets the signal and waits for their end', async () => {
    const pids = await start();
    npm!.kill('SIGTERM');
    expect(await once(npm!, 'exit')).toEqual([0, null]);
    expect(await areRunning(pids)).toEqual([false, false]);
  });

  it('shuts down on a signal to the whole process group', async () => {
    const pids = await start();
    process.kill(-npm!.pid!, 'SIGINT');
    expect(await once(npm!, 'exit')).toEqual([0, null]);
    expect(await areRunning(pids)).toEqual([false, false]);
  });

  it('shuts down when npm is killed', async () => {
    const pids = await start();
    npm!.kill('SIGKILL');
    await expect.poll(() => areRunning(pids), { timeout: 20_000 }).toEqual([false, false]);
  });
});
