import { mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Where the journal is kept: files of lines, each under a name. */
export interface JournalFiles {
  /** Names of all files there are, in no order. */
  list(): Promise<readonly string[]>;
  /** Resolves when the text would survive the machine's fall. Where it rejects, a part of it may have been added. */
  append(name: string, text: string): Promise<void>;
  /** Nothing where there is no such file. */
  lines(name: string): AsyncIterable<string>;
  remove(name: string): Promise<void>;
}

/** Files in a folder that only their owner may read; it is made with the first. */
export function journalFolder(folder: string): JournalFiles {
  return {
    list: () => namesIn(folder),
    append: (name, text) => appendDurably(folder, name, text),
    lines: (name) => linesOf(path.join(folder, name)),
    remove: (name) => rm(path.join(folder, name), { force: true }),
  };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** A new file is durable only when its folder is, too. */
async function appendDurably(folder: string, name: string, text: string): Promise<void> {
  await makeFolder(folder);
  const file = await open(path.join(folder, name), 'a', 0o600);
  let isNew: boolean;
  try {
    isNew = (await file.stat()).size === 0;
    await file.appendFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  if (isNew) await syncFolder(folder);
}

/** Not the folder above it: a data folder that was removed is not made again. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* linesOf(file: string): AsyncIterable<string> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle !== undefined) yield* handle.readLines();
}
