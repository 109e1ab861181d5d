import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import type { Clock, Timer } from '../../core/clock.ts';
import { FolderLostError, type FolderLoss } from '../../core/folder-lost.ts';
import type { Logger } from '../../core/logger.ts';
import type { RunStep } from '../../core/slow-steps.ts';
import type { Connection } from '../connection.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';
import { clearStaleServer, findLivePostmaster } from './postmaster-file.ts';
import { processUser } from './process-state.ts';
import { locateServer, prepareServer, type ServerLocation, type ServerSetup } from './server-folders.ts';
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
  /** Parley's data folder; created if it is missing. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Called once if the data folder was removed or another process has taken it over. The server is then not restarted.
   */
  readonly onFolderLost?: (error: FolderLostError) => void;
  /** Called when a server process has been created. The server then needs some 100 ms to accept connections. */
  readonly onSpawned?: (() => void) | undefined;
  /** Runs each step of the start that may take long, and may report it. By default, steps run without reports. */
  readonly step?: RunStep;
}

export interface EmbeddedPostgres {
  readonly connection: Connection;
  /** Process id of the current postmaster. */
  readonly pid: number;
  /** Whether the server was already running, because Parley was killed before. */
  readonly adopted: boolean;
  /** Stops the server after it has written all data. Safe to call twice. */
  stop(): Promise<void>;
}

/** Advisory lock that the supervisor holds. The number is arbitrary. */
const supervisorLock = 7_249_002;
const maxAdoptMs = 60_000;
const maxLockMs = 5_000;
const restartMs = 100;
const maxRestartMs = 5_000;
/** Interval of the checks of the data folder. */
const folderCheckMs = 2_000;
/** Delay of the second check, which confirms a loss: a folder may be missing briefly while it is replaced. */
const folderRecheckMs = 250;

/**
 * Starts the embedded PostgreSQL on a Unix socket below `dataDir` and keeps it running until `stop`. Throws with a
 * message for the operator if that fails; an unusable data folder is never changed.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(options.dataDir);
  try {
    const { step = runDirectly } = options;
    const location = await locateServer(options.dataDir);
    await step('the end of a database server of another user', () =>
      stopServerOfOtherUser(location, options),
    );
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

interface RunningServer {
  readonly pid: number;
  readonly adopted: boolean;
}

/**
 * Stops a server that an older version started as `nobody`. It cannot continue as that user, because the owner of its files
 * changes.
 */
async function stopServerOfOtherUser(
  { databaseFolder, owner }: ServerLocation,
  { clock, logger }: EmbeddedPostgresOptions,
): Promise<void> {
  if (owner === undefined) return;
  const pid = await findLivePostmaster(databaseFolder);
  if (pid === undefined || (await processUser(pid)) === owner) return;
  logger.info({ pid }, 'Stopping a database server that runs as another user.');
  await stopServer({ databaseFolder }, pid, clock);
}

async function adoptOrStart(
  setup: ServerSetup,
  { clock, logger, onSpawned }: EmbeddedPostgresOptions,
): Promise<RunningServer> {
  const deadlineMs = clock.monotonicMs() + maxAdoptMs;
  let reloaded: number | undefined;
  for (;;) {
    const pid = await findLivePostmaster(setup.databaseFolder);
    if (pid === undefined) break;
    if (pid !== reloaded) reloadRules(pid);
    reloaded = pid;
    const client = await tryConnect(setup);
    if (client !== undefined) {
      await client.end();
      logger.info({ pid }, 'A database server that was still running was adopted.');
      return { pid, adopted: true };
    }
    if (clock.monotonicMs() >= deadlineMs)
      throw new Error(
        `PostgreSQL, process ${pid}, runs on ${setup.databaseFolder} but does not respond. End it, then start again.`,
      );
    await clock.sleep(50);
  }
  await clearStaleServer(setup, clock);
  return { pid: await startServer(setup, clock, [], onSpawned), adopted: false };
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

  constructor(
    setup: ServerSetup,
    lock: FolderLock,
    running: RunningServer,
    options: EmbeddedPostgresOptions,
  ) {
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
   * Keeps one connection open, which holds the lock against a second supervisor. The connection ends when the postmaster,
   * also that of an adopted server, dies or restarts its backends.
   */
  async watch(): Promise<void> {
    const client = await this.#connect();
    await this.#acquireSupervisorLock(client);
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
    await ensureDatabase(this.#setup);
    const client = await tryConnect(this.#setup, databaseName);
    if (client === undefined) throw new Error('PostgreSQL stopped immediately after its start.');
    return client;
  }

  async #acquireSupervisorLock(client: pg.Client): Promise<void> {
    const { clock, dataDir } = this.#options;
    const deadlineMs = clock.monotonicMs() + maxLockMs;
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
    for (let waitMs = restartMs; this.#mayRun; waitMs = Math.min(waitMs * 2, maxRestartMs)) {
      try {
        // The server of another folder or process must not be adopted.
        if (await this.#hasLostFolder()) return;
        const { pid } = await adoptOrStart(this.#setup, this.#options);
        if (pid !== this.#pid) logger.error({ pid }, 'The database server died and was restarted.');
        this.#pid = pid;
        await this.watch();
        return;
      } catch (error) {
        logger.error({ err: error }, 'The database server could not be restarted.');
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
    if (isTakenOver(loss)) this.#killServer();
    this.#options.onFolderLost?.(this.#loss);
    return true;
  }

  /** Kills the server, because two servers on the same files would corrupt them. */
  #killServer(): void {
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

const isTakenOver = (loss: FolderLoss): boolean => typeof loss === 'object';

async function ensureDatabase(setup: ServerSetup): Promise<void> {
  const client = await tryConnect(setup);
  if (client === undefined) throw new Error('PostgreSQL stopped immediately after its start.');
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
