import { readdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** PostgreSQL's own default, MB. */
const least = 128;
/** More is left to the system's cache and to the rest of the machine. */
const memoryShare = 1 / 8;

/**
 * How much the server is to keep in memory of its own, MB: as much as there is in its tables and indexes when it starts, up to an eighth
 * of the machine. A page that the system has cached costs it some 10 µs, one of its own 1, so that a search that reads 40,000 of
 * 10,000,000 rows takes a quarter of the time; but each GB costs 30 MB for the book kept of it, which a small installation need not pay.
 */
export async function sharedBuffersMb(databaseFolder: string): Promise<number> {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
  const wanted = Math.min(await bytesOfTables(databaseFolder), memory * memoryShare);
  return Math.max(Math.ceil(wanted / 2 ** 20), least);
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
