import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { processesIn, processState } from './process-state.ts';
import type { ServerSetup } from './server-folders.ts';
import { socketPort } from './socket-folder.ts';

/** Time in which the last processes of a dead server must end. */
const processEndTimeoutMs = 15_000;

/** Returns the process id in the first line of postmaster.pid, or undefined if the file does not exist. */
export async function readPostmasterId(databaseFolder: string): Promise<number | undefined> {
  const text = await readFile(path.join(databaseFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

/** Returns the folder of the server's Unix socket, from line 5 of postmaster.pid. */
export async function readSocketFolder(databaseFolder: string): Promise<string | undefined> {
  const text = await readFile(path.join(databaseFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n')[4]?.trim() || undefined;
}

/** Returns the process id of the live server of this folder, if there is one. */
export async function findLivePostmaster(databaseFolder: string): Promise<number | undefined> {
  const pid = await readPostmasterId(databaseFolder);
  return pid !== undefined && (await isServerOn(databaseFolder, pid)) ? pid : undefined;
}

/**
 * Returns whether the process is the server of this folder. Its id may have been reused, even by another PostgreSQL, but
 * the working directory of a server is its data folder.
 */
async function isServerOn(databaseFolder: string, pid: number): Promise<boolean> {
  const state = await processState(pid);
  if (state === undefined || state.isZombie || state.name !== 'postgres') return false;
  return process.platform !== 'linux' || (await processesIn(databaseFolder)).includes(pid);
}

/**
 * Removes the files that a dead server left. PostgreSQL would consider a zombie, or another process with the old id, a live
 * server and refuse to start. First waits for the remaining processes of the server: a backend may outlive the postmaster
 * briefly, and two servers would corrupt the folder.
 */
export async function clearStaleServer(setup: ServerSetup, clock: Clock): Promise<void> {
  const { databaseFolder, socketFolder } = setup;
  const deadlineMs = clock.monotonicMs() + processEndTimeoutMs;
  for (let pids = await findLive(databaseFolder); pids.length > 0; pids = await findLive(databaseFolder)) {
    if (clock.monotonicMs() >= deadlineMs)
      throw new Error(
        `Processes ${pids.join(', ')} still work in ${databaseFolder}. End them, then start again.`,
      );
    await clock.sleep(20);
  }
  const socket = path.join(socketFolder, `.s.PGSQL.${socketPort}`);
  const stale = [path.join(databaseFolder, 'postmaster.pid'), socket, `${socket}.lock`];
  await Promise.all(stale.map((file) => rm(file, { force: true })));
}

async function findLive(databaseFolder: string): Promise<number[]> {
  const pids = await processesIn(databaseFolder);
  const states = await Promise.all(pids.map((pid) => processState(pid)));
  return pids.filter((_pid, index) => states[index] !== undefined && !states[index].isZombie);
}
