import type { ChildProcess } from 'node:child_process';
import { open, readFile, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { connectClient, type Connection } from '../connection.ts';
import { isConnectionLost } from '../outage.ts';
import { chownTo } from './launcher.ts';
import { findLivePostmaster, readSocketFolder } from './postmaster-file.ts';
import { processState } from './process-state.ts';
import type { ServerSetup } from './server-folders.ts';
import { sharedBuffersMb } from './shared-buffers.ts';
import { socketPort } from './socket-folder.ts';

const maxLogBytes = 10 << 20;
/** Allows for crash recovery of the write-ahead log on a slow disk. */
const maxStartMs = 120_000;
const maxStopMs = 30_000;
const maxLostStopMs = 5_000;

export const databaseName = 'parley';

/** Returns the connection to the embedded server, which accepts the user of Parley. */
export function serverConnection(setup: Pick<ServerSetup, 'socketFolder'>, database: string): Connection {
  return { host: setup.socketFolder, port: socketPort, user: 'parley', database };
}

/** Returns the connection to the server that runs on a data folder; undefined if none runs. */
export async function findRunningServer(dataDir: string): Promise<Connection | undefined> {
  const databaseFolder = path.join(dataDir, 'postgres', 'database');
  if ((await findLivePostmaster(databaseFolder)) === undefined) return undefined;
  const socketFolder = await readSocketFolder(databaseFolder);
  return socketFolder === undefined ? undefined : serverConnection({ socketFolder }, databaseName);
}

/**
 * Starts a server and waits until it accepts connections. Returns its process id. `settings` are `name=value`, as in
 * postgresql.conf; `onSpawned` is called when the process has been created. Throws with the end of its log if it does not start.
 */
export async function startServer(
  setup: ServerSetup,
  clock: Clock,
  settings: readonly string[] = [],
  onSpawned?: () => void,
): Promise<number> {
  const before = await prepareLog(setup.logFile);
  const child = await spawnServer(setup, settings);
  onSpawned?.();
  const deadlineMs = clock.monotonicMs() + maxStartMs;
  while (child.exitCode === null && child.signalCode === null) {
    const client = await tryConnect(setup);
    if (client !== undefined) {
      await client.end();
      return child.pid!;
    }
    if (clock.monotonicMs() >= deadlineMs) {
      child.kill('SIGQUIT');
      throw new Error(
        `PostgreSQL did not respond within ${maxStartMs / 1000} s: ${await logSince(setup, before)}`,
      );
    }
    await clock.sleep(10);
  }
  throw new Error(`PostgreSQL did not start: ${await logSince(setup, before)}`);
}

/**
 * The short autovacuum interval provides planner statistics within seconds instead of a minute. Statements are planned once
 * per connection. Without statistics, a plan for an empty table may use a poor index, for example read all agents of a
 * workspace to find one.
 */
const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'cluster_name=parley',
  'autovacuum_naptime=5s',
];

async function spawnServer(setup: ServerSetup, extra: readonly string[]): Promise<ChildProcess> {
  const { binaries, launcher, env, databaseFolder, socketFolder, logFile } = setup;
  const buffers = `shared_buffers=${await sharedBuffersMb(databaseFolder)}MB`;
  const log = await open(logFile, 'a', 0o600);
  try {
    await chownTo(logFile, launcher.owner);
    const args = [
      '-D',
      databaseFolder,
      '-k',
      socketFolder,
      ...[...settings, buffers, ...extra].flatMap((setting) => ['-c', setting]),
    ];
    // The output is a file instead of a pipe, because the server outlives a killed Parley and continues to log.
    const child = launcher.spawn(binaries.postgres, args, env, ['ignore', log.fd, log.fd]);
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    // A signal that cannot be sent emits an error event, which is ignored: postmaster.pid shows whether the server is alive.
    child.on('error', () => undefined);
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/** Returns the size of the log, after truncating one that is too large. */
async function prepareLog(logFile: string): Promise<number> {
  const bytes = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (bytes <= maxLogBytes) return bytes;
  await truncate(logFile, 0);
  return 0;
}

async function logSince({ logFile }: ServerSetup, offset: number): Promise<string> {
  const log = await readFile(logFile).catch(() => Buffer.alloc(0));
  return log.subarray(offset).toString().slice(-1_000).trim();
}

/** Connects to the server. Returns undefined while it does not accept connections. */
export async function tryConnect(setup: ServerSetup, database = 'postgres'): Promise<pg.Client | undefined> {
  try {
    return await connectClient(serverConnection(setup, database), 'parley supervisor');
  } catch (error) {
    if (isConnectionLost(error)) return undefined;
    throw error;
  }
}

/**
 * Stops a server: fast shutdown (SIGINT), which closes connections and writes all data, then immediate shutdown
 * (SIGQUIT) after a timeout.
 */
export async function stopServer(
  setup: Pick<ServerSetup, 'databaseFolder'>,
  pid: number,
  clock: Clock,
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalServer(pid, signal);
    const deadlineMs = clock.monotonicMs() + maxStopMs;
    while (clock.monotonicMs() < deadlineMs) {
      if ((await findLivePostmaster(setup.databaseFolder)) !== pid) return;
      await clock.sleep(10);
    }
  }
  throw new Error(`PostgreSQL, process ${pid}, does not end.`);
}

/**
 * Stops a server whose data folder was moved or removed, so that postmaster.pid cannot be read. At shutdown, the server
 * writes its data to the files that remain.
 */
export async function stopLostServer(pid: number, clock: Clock): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const deadlineMs = clock.monotonicMs() + maxLostStopMs;
    if (await isServer(pid)) signalServer(pid, signal);
    while (clock.monotonicMs() < deadlineMs) {
      if (!(await isServer(pid))) return;
      await clock.sleep(10);
    }
  }
}

async function isServer(pid: number): Promise<boolean> {
  const state = await processState(pid);
  return state !== undefined && !state.isZombie && state.name === 'postgres';
}

/** Stops a server immediately, without writing data. */
export function killServer(pid: number): void {
  signalServer(pid, 'SIGQUIT');
}

/** Reloads the access rules of a running server, which may have started with other rules. */
export function reloadRules(pid: number): void {
  signalServer(pid, 'SIGHUP');
}

function signalServer(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
