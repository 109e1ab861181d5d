import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPostmasterId } from '../../src/store/embedded-postgres/postmaster-file.ts';
import { processState } from '../../src/store/embedded-postgres/process-state.ts';
import { ApiUnderTest } from './api-under-test.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

let folder: TemporaryFolder;
let service: ServingProcess | undefined;
let postmaster: number;

beforeEach(async () => {
  folder = await temporaryDataFolder();
});

afterEach(async () => {
  service?.signal('SIGKILL');
  await service?.ended;
  try {
    process.kill(postmaster, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
  await folder.remove();
  await rm(`${folder.dataDir}.moved`, { recursive: true, force: true });
});

/** Starts the service. Resolves when a call is active. */
async function startWithCall(): Promise<void> {
  service = new ServingProcess({
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: '0',
    PARLEY_RTP_PORTS: '32800-32899',
  });
  const api = new ApiUnderTest(await service.ready(), await readFirstStart(folder.dataDir));
  await api.call('+12025550110');
  postmaster = (await readPostmasterId(path.join(folder.dataDir, 'postgres', 'database')))!;
}

/** Resolves with the exit code and the error output when the service has exited. */
async function untilEnded(): Promise<{ code: number | null; stderr: string }> {
  const { code } = await service!.ended;
  return { code, stderr: service!.stderr };
}

async function isServerRunning(): Promise<boolean> {
  const state = await processState(postmaster);
  return state !== undefined && !state.isZombie;
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

describe('a running service', { timeout: 90_000 }, () => {
  it('stops with an error if its data folder is removed and does not create it again', async () => {
    await startWithCall();
    await rename(folder.dataDir, `${folder.dataDir}.moved`);
    const { code, stderr } = await untilEnded();
    expect(code).toBe(1);
    expect(stderr).toContain(`The data folder ${folder.dataDir} was removed while Parley was running.`);
    expect(stderr).not.toContain('could not be restarted');
    expect(await isServerRunning()).toBe(false);
    expect(await exists(folder.dataDir)).toBe(false);
  });

  it('stops if another folder is at its path and does not change that folder', async () => {
    await startWithCall();
    await rename(folder.dataDir, `${folder.dataDir}.moved`);
    await mkdir(folder.dataDir);
    await writeFile(path.join(folder.dataDir, 'file'), 'other');
    const { code, stderr } = await untilEnded();
    expect(code).toBe(1);
    expect(stderr).toContain(`Another folder is now at ${folder.dataDir}`);
    expect(await isServerRunning()).toBe(false);
    expect(await readFile(path.join(folder.dataDir, 'file'), 'utf8')).toBe('other');
  });

  it('stops with its database server if another process has taken over its data folder', async () => {
    await startWithCall();
    const lock = path.join(folder.dataDir, 'parley.lock');
    await writeFile(lock, JSON.stringify({ pid: process.pid, started: 'later' }));
    const { code, stderr } = await untilEnded();
    expect(code).toBe(1);
    expect(stderr).toContain(`Another Parley, process ${process.pid}, has taken over`);
    expect(await isServerRunning()).toBe(false);
    expect(await exists(lock)).toBe(true);
  });
});
