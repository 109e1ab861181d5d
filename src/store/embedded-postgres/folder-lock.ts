import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FolderInUseError } from '../../core/folder-in-use.ts';
import type { FolderLoss } from '../../core/folder-lost.ts';
import { processState } from './process-state.ts';

export interface FolderLock {
  /** Returns the cause if the folder was lost; `undefined` if it is still locked, or if the check fails. Never rejects. */
  findLoss(): Promise<FolderLoss | undefined>;
  /** Safe to call twice. */
  release(): Promise<void>;
}

interface Holder {
  readonly pid: number;
  readonly started: string;
}

const maxAttempts = 20;

/**
 * Locks a data folder for this process. The lock file, which is created atomically, names the holder by process id and
 * start time. The lock of a dead process is replaced.
 *
 * @throws {FolderInUseError} if the holder is alive
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = path.join(folder, 'parley.lock');
  const self = await describeSelf();
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (await claim(file, self)) return createLock(folder, file, self);
    const holder = await readHolder(file);
    if (holder !== undefined && (await isAlive(holder)))
      throw new FolderInUseError(`process ${holder.pid}`, folder);
    await removeStaleLock(file, holder);
  }
  throw new Error(`${file} could not be locked because other processes keep locking it. Try again.`);
}

async function createLock(folder: string, file: string, self: Holder): Promise<FolderLock> {
  const identity = await identityOf(folder);
  return {
    release: () => release(file, self),
    async findLoss() {
      const current = await identityOf(folder).catch(errorCode);
      if (current === 'ENOENT') return 'removed';
      if (!current.includes(':')) return undefined;
      if (current !== identity) return 'replaced';
      return findNewHolder(file, self);
    },
  };
}

/** Returns device and inode, which identify a folder: another folder may later have the same path. */
async function identityOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `${dev}:${ino}`;
}

/** Returns the loss if the lock file is missing, which means that the contents were removed, or if it names another process. */
async function findNewHolder(file: string, self: Holder): Promise<FolderLoss | undefined> {
  const text = await readFile(file, 'utf8').catch(errorCode);
  if (text === 'ENOENT') return 'removed';
  const holder = await readHolder(file);
  if (holder === undefined || isSameHolder(holder, self)) return undefined;
  return { takenBy: `process ${holder.pid}` };
}

const errorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown';

const isSameHolder = (left: Holder, right: Holder): boolean =>
  left.pid === right.pid && left.started === right.started;

async function describeSelf(): Promise<Holder> {
  return { pid: process.pid, started: (await processState(process.pid))?.started ?? '' };
}

/** Creates the lock as a hard link to a complete file, which is atomic and fails if the lock exists. */
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
    // Missing or damaged.
    return undefined;
  }
}

async function isAlive({ pid, started }: Holder): Promise<boolean> {
  const state = await processState(pid);
  return state !== undefined && !state.isZombie && state.started === started;
}

/** Removes the lock of a dead holder. Restores the lock if another process has acquired it in the meantime. */
async function removeStaleLock(file: string, dead: Holder | undefined): Promise<void> {
  const movedFile = `${file}.${randomUUID()}`;
  try {
    await rename(file, movedFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = await readHolder(movedFile);
  if (moved !== undefined && (dead === undefined || !isSameHolder(moved, dead))) {
    await link(movedFile, file).catch(() => {
      // A third process has acquired the lock.
    });
  }
  await rm(movedFile, { force: true });
}

async function release(file: string, self: Holder): Promise<void> {
  const holder = await readHolder(file);
  if (holder !== undefined && isSameHolder(holder, self)) await rm(file, { force: true });
}
