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

const leave = (text: string) => writeFile(path.join(folder, 'parley.lock'), text);
const deadPid = 4_194_305;

describe('lockFolder', () => {
  it('admits one of many processes, and the next after its release', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)));
    const held = results.filter((result) => result.status === 'fulfilled');
    expect(held).toHaveLength(1);
    await held[0]!.value.release();
    await held[0]!.value.release();
    const again = await lockFolder(folder);
    await again.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('names the process that holds it', async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(
      `Another Parley, process ${process.pid}, is using ${folder}`,
    );
    await lock.release();
  });

  it('takes over from a process that is dead', async () => {
    await leave(JSON.stringify({ pid: deadPid, started: '1' }));
    await (await lockFolder(folder)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('detects a reused process id', async () => {
    const state = await processState(process.pid);
    await leave(JSON.stringify({ pid: process.pid, started: `${state!.started}0` }));
    await (await lockFolder(folder)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes over a lock that is damaged', async () => {
    await leave('{"pid":');
    await (await lockFolder(folder)).release();
    expect(await readdir(folder)).toEqual([]);
  });
});
