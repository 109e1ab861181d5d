import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './folder-lock.ts';
import { processState } from './process-state.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-lock-'));
});

afterEach(() => rm(folder, { recursive: true }));

const writeLock = (text: string) => writeFile(path.join(folder, 'parley.lock'), text);
const deadPid = 4_194_305;

describe('lockFolder', () => {
  it('admits one of several processes, and the next after the release', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)));
    const locks = results.filter((result) => result.status === 'fulfilled');
    expect(locks).toHaveLength(1);
    await locks[0]!.value.release();
    await locks[0]!.value.release();
    const again = await lockFolder(folder);
    await again.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('reports the process that holds the lock', async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(
      `Another Parley, process ${process.pid}, is using ${folder}`,
    );
    await lock.release();
  });

  it('replaces the lock of a dead process', async () => {
    await writeLock(JSON.stringify({ pid: deadPid, started: '1' }));
    await (await lockFolder(folder)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('detects a reused process id', async () => {
    const state = await processState(process.pid);
    await writeLock(JSON.stringify({ pid: process.pid, started: `${state!.started}0` }));
    await (await lockFolder(folder)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('replaces a damaged lock', async () => {
    await writeLock('{"pid":');
    await (await lockFolder(folder)).release();
    expect(await readdir(folder)).toEqual([]);
  });
});
