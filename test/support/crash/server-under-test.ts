import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../../../src/core/clock.ts';
import { connectClient, withDatabase, type Connection } from '../../../src/store/connection.ts';
import { isConnectionLost } from '../../../src/store/outage.ts';
import {
  clearStaleServer,
  findLivePostmaster,
} from '../../../src/store/embedded-postgres/postmaster-file.ts';
import { prepareServer, type ServerSetup } from '../../../src/store/embedded-postgres/server-folders.ts';
import { serverConnection, startServer } from '../../../src/store/embedded-postgres/server-process.ts';
import { connectionUrl } from '../connection-url.ts';
import { fillDisk, mountDisk, unmountDisk } from '../small-disk.ts';

/** `fsync` can be off: the machine does not crash, so data that the server wrote to the kernel survives a server crash. */
const settings = [
  'fsync=off',
  'synchronous_commit=on',
  'max_connections=120',
  'shared_buffers=64MB',
  'max_wal_size=96MB',
  'min_wal_size=32MB',
  'wal_recycle=off',
];
/** Longer than a disaster and the recovery of the server. */
const maxUnavailableMs = 60_000;
const diskBytes = 768 << 20;

/** A PostgreSQL server that tests crash and restart. If the tests run as root, its folder is a separate small disk. */
export class ServerUnderTest {
  readonly folder: string;
  /** Folder next to `folder`, on a disk that is never filled. */
  readonly outputFolder: string;
  /** Whether the folder is a disk that can be filled. */
  readonly hasOwnDisk: boolean;
  readonly #setup: ServerSetup;
  #removed: Promise<void> | undefined;

  private constructor(folder: string, hasOwnDisk: boolean, setup: ServerSetup) {
    this.folder = folder;
    this.outputFolder = outputFolderOf(folder);
    this.hasOwnDisk = hasOwnDisk;
    this.#setup = setup;
  }

  static async start(): Promise<ServerUnderTest> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-crash-'));
    const hasOwnDisk = mountDisk(folder, diskBytes);
    await chmod(folder, 0o755);
    await mkdir(outputFolderOf(folder));
    const server = new ServerUnderTest(folder, hasOwnDisk, await prepareServer(folder));
    await server.#start();
    return server;
  }

  connectionTo(database: string): Connection {
    return withDatabase(serverConnection(this.#setup, 'postgres'), database);
  }

  urlOf(database: string): string {
    return connectionUrl(this.connectionTo(database));
  }

  /** Stops the server as `pg_ctl stop -m immediate` does, and starts it again. */
  async crash(downMs: number): Promise<void> {
    const pid = await findLivePostmaster(this.#setup.databaseFolder);
    if (pid !== undefined) process.kill(pid, 'SIGQUIT');
    while ((await findLivePostmaster(this.#setup.databaseFolder)) !== undefined) await sleep(10);
    await sleep(downMs);
    await this.#start();
  }

  /** Kills one backend process; the server then closes all connections and runs crash recovery. */
  async killBackend(database: string): Promise<void> {
    const found = await this.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = $1 and pid <> pg_backend_pid() order by random() limit 1',
      [database],
    );
    for (const { pid } of found) killIfRunning(pid);
  }

  async cutConnections(database: string): Promise<void> {
    await this.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
  }

  /** Fills the disk for `forMs`, and restarts the server if it stopped. */
  async fillDisk(forMs: number): Promise<void> {
    const freeDisk = fillDisk(this.folder);
    await sleep(forMs);
    freeDisk();
    if ((await findLivePostmaster(this.#setup.databaseFolder)) === undefined) await this.#start();
  }

  /** Runs a query in `database`. Retries while the server is unavailable, for at most a minute. */
  async query<Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
    database = 'postgres',
  ): Promise<Row[]> {
    return this.withDatabase(database, async (client) => (await client.query<Row>(text, values)).rows);
  }

  /** Runs `work` with a new connection to `database`. Retries while the server is unavailable, for at most a minute. */
  async withDatabase<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const untilMs = performance.now() + maxUnavailableMs;
    for (;;) {
      try {
        const client = await connectClient(this.connectionTo(database), 'crash test');
        try {
          return await work(client);
        } finally {
          await client.end().catch(() => undefined);
        }
      } catch (error) {
        if (!isConnectionLost(error) || performance.now() > untilMs) throw error;
        await sleep(30);
      }
    }
  }

  /** Stops the server and removes its folders, once. */
  remove(): Promise<void> {
    this.#removed ??= this.#remove();
    return this.#removed;
  }

  async #remove(): Promise<void> {
    const pid = await findLivePostmaster(this.#setup.databaseFolder);
    if (pid !== undefined) process.kill(pid, 'SIGQUIT');
    while ((await findLivePostmaster(this.#setup.databaseFolder)) !== undefined) await sleep(10);
    if (this.hasOwnDisk) unmountDisk(this.folder);
    await rm(this.folder, { recursive: true, force: true });
    await rm(this.outputFolder, { recursive: true, force: true });
  }

  async #start(): Promise<void> {
    await clearStaleServer(this.#setup, systemClock);
    await startServer(this.#setup, systemClock, settings);
  }
}

/** Kills the process, or with a negative `pid` its group, unless it has already exited. */
export function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const outputFolderOf = (folder: string): string => `${folder}-output`;
