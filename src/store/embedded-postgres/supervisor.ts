import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import type { Clock, Timer } from '../../core/clock.ts';
import { FolderLostError, type FolderLoss } from '../../core/folder-lost.ts';
import type { Logger } from '../../core/logger.ts';
import type { RunStep } from '../../core/slow-steps.ts';
import type { Connection } from '../connection.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';
import { clearStaleServer, livePostmaster } from './postmaster-file.ts';
import { processUser } from './process-state.ts';
import { locateServer, prepareServer, type ServerPlace, type ServerSetup } from './server-folders.ts';
import {
  databaseName,
  killServer,
  reloadRules,
  serverConnection,
  startServer,
  stopLostServer,
  stopServer,
  tryConnect,
} from './server-process.ts';

export interface EmbeddedPostgresOptions {
  /** Parley's own data folder; made when it is missing. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called once when the data folder was removed or taken over by another process. The server is then not started again. */
  readonly onFolderLost?: (error: FolderLostError) => void;
  /** Runs what the start may have to wait for. */
  readonly step?: RunStep;
}

export interface EmbeddedPostgres {
  readonly connection: Connection;
  /** Of the postmaster that runs now. */
  readonly pid: number;
  /** Whether it ran already: a Parley that was killed had left it behind. */
  readonly adopted: boolean;
  /** Shuts the server down, everything written. Safe to call twice. */
  stop(): Promise<void>;
}

/** Held by the supervisor as long as it lives; the number is arbitrary and Parley's own. */
const supervisorLock = 7_249_002;
const adoptMsMax = 60_000;
const lockMsMax = 5_000;
const restartMs = 100;
const restartMsMax = 5_000;
/** How often the data folder is looked at. */
const folderCheckMs = 2_000;
/** Before a loss counts, it is looked at again: a folder may be missing for a moment while it is put back. */
const folderRecheckMs = 250;

/**
 * Starts the PostgreSQL that Parley brings, on a Unix socket below `dataDir`, and keeps it running until `stop`. Throws with a
 * sentence for the operator where that cannot be; a data folder it does not like is never changed.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  const lock = await lockFolder(options.dataDir);
  try {
    const { step = runDirectly } = options;
    const place = await locateServer(options.dataDir);
    await step('the end of a database server of another user', () => stopServerOfOtherUser(place, options));
    const setup = await step('the files of the database server', () => prepareServer(options.dataDir));
    const running = await step('the database server', () => adoptOrStart(setup, options));
    const supervisor = new Supervisor(setup, lock, running, options);
    await step('the lock of the database', () => supervisor.watch());
    return supervisor;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const runDirectly: RunStep = (_waitsFor, work) => work();

interface Running {
  readonly pid: number;
  readonly adopted: boolean;
}

/** A version that ran the server as `nobody` may have been killed beside it. As that user it cannot go on: the files change their owner. */
async function stopServerOfOtherUser(
  { databaseFolder, owner }: ServerPlace,
  { clock, logger }: EmbeddedPostgresOptions,
): Promise<void> {
  if (owner === undefined) return;
  const pid = await livePostmaster(databaseFolder);
  if (pid === undefined || (await processUser(pid)) === owner) return;
  logger.info({ pid }, 'A database server that runs as another user is stopped.');
  await stopServer({ databaseFolder }, pid, clock);
}

async function adoptOrStart(
  setup: ServerSetup,
  { clock, logger }: EmbeddedPostgresOptions,
): Promise<Running> {
  const deadlineMs = clock.monotonicMs() + adoptMsMax;
  let reloaded: number | undefined;
  for (;;) {
    const pid = await livePostmaster(setup.databaseFolder);
    if (pid === undefined) break;
    if (pid !== reloaded) reloadRules(pid);
    reloaded = pid;
    const client = await tryConnect(setup);
    if (client !== undefined) {
      await client.end();
      logger.info({ pid }, 'A database server that was left running was taken over.');
      return { pid, adopted: true };
    }
    if (clock.monotonicMs() >= deadlineMs)
      throw new Error(
        `PostgreSQL, process ${pid}, runs on ${setup.databaseFolder} but does not answer. End it, then start again.`,
      );
    await clock.sleep(50);
  }
  await clearStaleServer(setup, clock);
  return { pid: await startServer(setup, clock), adopted: false };
}

class Supervisor implements EmbeddedPostgres {
  readonly connection: Connection;
  readonly adopted: boolean;
  readonly #setup: ServerSetup;
  readonly #lock: FolderLock;
  readonly #options: EmbeddedPostgresOptions;
  #pid: number;
  #watcher: pg.Client | undefined;
  #recovery: Promise<void> = Promise.resolve();
  #folderCheck: Timer | undefined;
  #loss: FolderLostError | undefined;
  #stopped: Promise<void> | undefined;

  constructor(setup: ServerSetup, lock: FolderLock, running: Running, options: EmbeddedPostgresOptions) {
    this.#setup = setup;
    this.#lock = lock;
    this.#options = options;
    this.#pid = running.pid;
    this.adopted = running.adopted;
    this.connection = serverConnection(setup, databaseName);
    this.#checkFolderLater();
  }

  get pid(): number {
    return this.#pid;
  }

  /**
   * One connection stays open: it ends when the postmaster dies or restarts its backends, whoever's child it is,
   * and it holds a lock that a second supervisor would want.
   */
  async watch(): Promise<void> {
    const client = await this.#connect();
    await this.#lockOut(client);
    this.#watcher = client;
    client.once('end', () => {
      this.#watcher = undefined;
      if (this.#mayRun) this.#recovery = this.#recover();
    });
  }

  get #mayRun(): boolean {
    return this.#stopped === undefined && this.#loss === undefined;
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#shutDown();
    return this.#stopped;
  }

  async #connect(): Promise<pg.Client> {
    await createDatabaseOnce(this.#setup);
    const client = await tryConnect(this.#setup, databaseName);
    if (client === undefined) throw new Error('PostgreSQL went away right after its start.');
    return client;
  }

  async #lockOut(client: pg.Client): Promise<void> {
    const { clock, dataDir } = this.#options;
    const deadlineMs = clock.monotonicMs() + lockMsMax;
    for (;;) {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
        supervisorLock,
      ]);
      if (rows[0]!.locked) return;
      if (clock.monotonicMs() >= deadlineMs) {
        await client.end();
        throw new Error(`Another Parley is using the database below ${dataDir}. Stop it first.`);
      }
      await clock.sleep(50);
    }
  }

  async #recover(): Promise<void> {
    const { clock, logger } = this.#options;
    for (let waitMs = restartMs; this.#mayRun; waitMs = Math.min(waitMs * 2, restartMsMax)) {
      try {
        // A server of another folder, or of another process, must not be taken over.
        if (await this.#hasLostFolder()) return;
        const { pid } = await adoptOrStart(this.#setup, this.#options);
        if (pid !== this.#pid) logger.error({ pid }, 'The database server died and was started again.');
        this.#pid = pid;
        await this.watch();
        return;
      } catch (error) {
        logger.error({ err: error }, 'The database server could not be started again.');
        await clock.sleep(waitMs);
      }
    }
  }

  #checkFolderLater(): void {
    if (!this.#mayRun) return;
    const { clock, logger } = this.#options;
    this.#folderCheck = clock.after(folderCheckMs, () => {
      this.#hasLostFolder()
        .catch((error: unknown) => logger.error({ err: error }, 'The data folder could not be checked.'))
        .finally(() => this.#checkFolderLater());
    });
  }

  async #hasLostFolder(): Promise<boolean> {
    if ((await this.#lock.findLoss()) === undefined) return false;
    await this.#options.clock.sleep(folderRecheckMs);
    const loss = await this.#lock.findLoss();
    if (loss === undefined || !this.#mayRun) return this.#loss !== undefined;
    this.#loss = new FolderLostError(loss, this.#options.dataDir);
    if (isTaken(loss)) this.#endServerAtOnce();
    this.#options.onFolderLost?.(this.#loss);
    return true;
  }

  /** Two servers on the same files would destroy them. */
  #endServerAtOnce(): void {
    killServer(this.#pid);
  }

  async #shutDown(): Promise<void> {
    this.#folderCheck?.cancel();
    await this.#recovery;
    await this.#watcher?.end();
    if (this.#loss === undefined) await stopServer(this.#setup, this.#pid, this.#options.clock);
    else await stopLostServer(this.#pid, this.#options.clock);
    await this.#lock.release();
  }
}

const isTaken = (loss: FolderLoss): boolean => typeof loss === 'object';

async function createDatabaseOnce(setup: ServerSetup): Promise<void> {
  const client = await tryConnect(setup);
  if (client === undefined) throw new Error('PostgreSQL went away right after its start.');
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
