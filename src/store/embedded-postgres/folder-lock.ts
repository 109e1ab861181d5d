import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FolderInUseError } from '../../core/folder-in-use.ts';
import type { FolderLoss } from '../../core/folder-lost.ts';
import { processState } from './process-state.ts';

export interface FolderLock {
  /** Resolves with how the folder was lost; `undefined` while it is held, and where that cannot be seen. Never rejects. */
  findLoss(): Promise<FolderLoss | undefined>;
  /** Safe to call twice. */
  release(): Promise<void>;
}

interface Holder {
  readonly pid: number;
  readonly started: string;
}

const attempts = 20;

/**
 * Makes this process the only one that works on a data folder: a file names the holder by process id and start, and is made
 * whole or not at all. One that a dead process left is taken over.
 *
 * @throws {FolderInUseError} where the holder lives
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = path.join(folder, 'parley.lock');
  const self = await describeSelf();
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await claim(file, self)) return heldLock(folder, file, self);
    const holder = await readHolder(file);
    if (holder !== undefined && (await isAlive(holder)))
      throw new FolderInUseError(`process ${holder.pid}`, folder);
    await setAside(file, holder);
  }
  throw new Error(`${file} could not be taken: others keep taking it. Try again.`);
}

async function heldLock(folder: string, file: string, self: Holder): Promise<FolderLock> {
  const identity = await identityOf(folder);
  return {
    release: () => release(file, self),
    async findLoss() {
      const found = await identityOf(folder).catch(errorCode);
      if (found === 'ENOENT') return 'removed';
      if (!found.includes(':')) return undefined;
      if (found !== identity) return 'replaced';
      return findTaker(file, self);
    },
  };
}

/** Device and inode: a folder that was removed and made again has the same name only. */
async function identityOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `${dev}:${ino}`;
}

/** A lock that is gone went with what was in the folder. */
async function findTaker(file: string, self: Holder): Promise<FolderLoss | undefined> {
  const text = await readFile(file, 'utf8').catch(errorCode);
  if (text === 'ENOENT') return 'removed';
  const holder = await readHolder(file);
  if (holder === undefined || isSame(holder, self)) return undefined;
  return { takenBy: `process ${holder.pid}` };
}

const errorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown';

const isSame = (left: Holder, right: Holder): boolean =>
  left.pid === right.pid && left.started === right.started;

async function describeSelf(): Promise<Holder> {
  return { pid: process.pid, started: (await processState(process.pid))?.started ?? '' };
}

/** A hard link to a finished file: never half a lock, and never two. */
async function claim(file: string, self: Holder): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(self), { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch {
    // Gone, or damaged by something that was not us.
    return undefined;
  }
}

async function isAlive({ pid, started }: Holder): Promise<boolean> {
  const state = await processState(pid);
  return state !== undefined && !state.zombie && state.started === started;
}

/** Moves a dead holder's file away. Should another process have taken the lock just before, it is put back. */
async function setAside(file: string, dead: Holder | undefined): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = await readHolder(aside);
  if (moved !== undefined && (dead === undefined || !isSame(moved, dead))) {
    await link(aside, file).catch(() => {
      // A third one holds it by now.
    });
  }
  await rm(aside, { force: true });
}

async function release(file: string, self: Holder): Promise<void> {
  const holder = await readHolder(file);
  if (holder !== undefined && isSame(holder, self)) await rm(file, { force: true });
}
