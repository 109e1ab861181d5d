import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sharedBuffersMb } from './shared-buffers.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-buffers-'));
  await mkdir(path.join(folder, 'base', '5'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

/** Creates a sparse file of this size. */
async function addTable(name: string, bytes: number): Promise<void> {
  const file = await open(path.join(folder, 'base', '5', name), 'w');
  await file.truncate(bytes);
  await file.close();
}

it('uses the default of PostgreSQL for small databases', async () => {
  await addTable('1259', 2 ** 20);
  expect(await sharedBuffersMb(folder)).toBe(128);
});

it('uses the size of all tables if it is below an eighth of the memory', async () => {
  await addTable('16384', 150 * 2 ** 20);
  await addTable('16385', 10);
  expect(await sharedBuffersMb(folder)).toBe(151);
});

it('uses at most an eighth of the memory', async () => {
  await addTable('16384', os.totalmem());
  expect(await sharedBuffersMb(folder)).toBeLessThanOrEqual(Math.ceil(os.totalmem() / 8 / 2 ** 20));
});
