import { open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createFolder } from '../core/create-folder.ts';

/** Storage of the journal: named files of text lines. */
export interface JournalFiles {
  /** Returns the names of all files, unordered. */
  list(): Promise<readonly string[]>;
  /** Resolves when the text is durable on disk. If it rejects, a part of the text may have been written. */
  append(name: string, text: string): Promise<void>;
  /** Yields the lines of the file; none if it does not exist. */
  lines(name: string): AsyncIterable<string>;
  remove(name: string): Promise<void>;
}

/** Returns a storage in a folder that is readable by its owner only. The folder is created with the first file. */
export function createJournalFiles(folder: string): JournalFiles {
  return {
    list: () => listNames(folder),
    append: (name, text) => appendDurably(folder, name, text),
    lines: (name) => readLines(path.join(folder, name)),
    remove: (name) => rm(path.join(folder, name), { force: true }),
  };
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Appends and syncs. The folder of a new file is synced too; without that the file is not durable. */
async function appendDurably(folder: string, name: string, text: string): Promise<void> {
  await createFolder(folder);
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

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* readLines(file: string): AsyncIterable<string> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return;
  try {
    yield* handle.readLines({ autoClose: false });
  } finally {
    await handle.close();
  }
}
