import { readdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Default of PostgreSQL, in MB. */
const defaultMb = 128;
/** Maximum share of the memory. The page cache and other processes use the rest. */
const memoryShare = 1 / 8;

/**
 * Returns the size of shared_buffers in MB: the size of tables and indexes at the start, at most an eighth of the memory, at
 * least the default. Reading a page from the kernel's page cache takes some 10 µs, from shared buffers 1 µs: a search that
 * reads 40,000 of 10,000,000 rows takes a quarter of the time. A larger size would waste memory: each GB needs 30 MB for
 * bookkeeping.
 */
export async function sharedBuffersMb(databaseFolder: string): Promise<number> {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
  const wanted = Math.min(await bytesOfTables(databaseFolder), memory * memoryShare);
  return Math.max(Math.ceil(wanted / 2 ** 20), defaultMb);
}

async function bytesOfTables(databaseFolder: string): Promise<number> {
  const base = path.join(databaseFolder, 'base');
  const folders = await readdir(base);
  const sizes = await Promise.all(folders.map((name) => bytesOf(path.join(base, name))));
  return sum(sizes);
}

async function bytesOf(folder: string): Promise<number> {
  const names = await readdir(folder);
  return sum(await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size)));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
