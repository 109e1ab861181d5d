import pg from 'pg';
import type { Clock } from '../core/clock.ts';
import type { InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import { clientConfig, isServerAway, type Connection } from './connection.ts';
import { createListener } from './listener.ts';
import { migrate } from './migrate.ts';
import type { Queryable, Statement } from './queryable.ts';
import { prepareRuntimeRole } from './runtime-role.ts';
import { Gathered, type Lend, type Query } from './gathered.ts';
import { inTransaction, queryOf } from './transaction.ts';

export type { Queryable } from './queryable.ts';

/** One workspace's rows, or everybody's. */
export interface Scope extends Queryable {
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Repeated, up to three times in
   * all, where PostgreSQL chose it to end a deadlock: `work` must do nothing outside the database.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
}

export interface Database {
  /** Sees and changes the rows of this workspace alone; row-level security enforces it. */
  inWorkspace(workspaceId: string): Scope;
  /** Every workspace: for workers, never for a request. */
  asSystem(): Scope;
  /** How many wait for a connection of the pool. */
  readonly waiting: number;
  /** Returns the function that stops listening. Notices sent while the connection was away are lost: `onGap` tells. */
  listen(channel: string, onNotice: (payload: string) => void, onGap?: () => void): () => void;
  /** Whether the database reads, commits and has disk space left: it writes some 100 KB to a temporary file of the server. Never rejects. */
  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }>;
  /** Waits for what is running. Safe to call twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Counts defects; a log of the database alone by default. */
  readonly internalErrors?: InternalErrors | undefined;
  /** Connections at most, besides one that listens (10). */
  readonly poolSize?: number;
  /** A statement longer than this is cancelled (15,000 ms). */
  readonly statementTimeoutMs?: number;
  /** How long to wait for a server that is away, restarting say, before a query fails (5,000 ms). */
  readonly patienceMs?: number;
  /** Numbered SQL files; the program's own unless a test brings others. */
  readonly migrationsFolder?: string;
}

const everyWorkspace = '*';
const deadlockAttempts = 3;

/** Brings the schema up to date and opens a pool. Throws with a sentence for the operator where it cannot. */
export async function openDatabase(connection: Connection, options: DatabaseOptions): Promise<Database> {
  await migrate(connection, options);
  const role = await prepareRuntimeRole(connection, options.logger);
  return new PooledDatabase(connection, role, options);
}

class PooledDatabase implements Database {
  readonly #pool: pg.Pool;
  readonly #patienceMs: number;
  readonly #clock: Clock;
  readonly #listener: ReturnType<typeof createListener>;
  /** The workspace last set on each connection: a read in the same one is a single round trip. */
  readonly #scopes = new WeakMap<pg.PoolClient, string>();
  readonly #lend: Lend = (workspace, work) => this.use(workspace, work);
  readonly #lookups = new Gathered(this.#lend);
  #closed: Promise<void> | undefined;

  constructor(connection: Connection, role: string | null, options: DatabaseOptions) {
    const statementTimeoutMs = options.statementTimeoutMs ?? 15_000;
    this.#clock = options.clock;
    this.#patienceMs = options.patienceMs ?? 5_000;
    // The pool awaits the promise, which its types do not tell. Not start-up parameters: poolers refuse those.
    const onConnect = (client: pg.ClientBase): unknown => prepareSession(client, role, statementTimeoutMs);
    this.#pool = new pg.Pool({
      ...clientConfig(connection, 'parley'),
      max: options.poolSize ?? 10,
      pipeline: true,
      // The server ends a statement that takes too long; one that says nothing for twice the time is gone.
      query_timeout: 2 * statementTimeoutMs,
      idleTimeoutMillis: 60_000,
      onConnect,
    });
    // The pool listens only while a connection is idle: one that breaks in a pause of its transaction would end the process. Its next
    // query reports it.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#pool.on('error', (error) => {
      if (this.#closed !== undefined) return;
      options.logger.warn({ err: error }, 'An idle database connection broke.');
    });
    this.#listener = createListener(connection, options);
  }

  inWorkspace(workspaceId: string): Scope {
    return new PooledScope(this, workspaceId);
  }

  asSystem(): Scope {
    return new PooledScope(this, everyWorkspace);
  }

  get waiting(): number {
    return this.#pool.waitingCount + this.#lookups.waiting;
  }

  listen(channel: string, onNotice: (payload: string) => void, onGap?: () => void): () => void {
    return this.#listener.listen(channel, onNotice, onGap);
  }

  async checkHealth(): Promise<{ ok: boolean; detail: string }> {
    try {
      const startedMs = this.#clock.monotonicMs();
      await this.asSystem().transaction(tryToWrite);
      const tookMs = this.#clock.monotonicMs() - startedMs;
      const { totalCount, waitingCount } = this.#pool;
      return {
        ok: true,
        detail: `answers in ${tookMs.toFixed(1)} ms, ${totalCount} connections, ${waitingCount} waiting`,
      };
    } catch (error) {
      return { ok: false, detail: error instanceof Error ? error.message : String(error) };
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#listener.close()]);
  }

  /** Lends a connection that is in the workspace. */
  async use<T>(workspace: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.borrow(workspace);
    let broken: unknown;
    try {
      return await work(client);
    } catch (error) {
      broken = error;
      throw error;
    } finally {
      this.giveBack(client, broken);
    }
  }

  /** A connection that is in the workspace, to be given back. */
  async borrow(workspace: string): Promise<pg.PoolClient> {
    const client = await this.#connect();
    try {
      await this.#enter(client, workspace);
      return client;
    } catch (error) {
      this.giveBack(client, error);
      throw error;
    }
  }

  /** One that broke is thrown away. @param error what was met on it, if anything */
  giveBack(client: pg.PoolClient, error?: unknown): void {
    client.release(isServerAway(error) && (error as Error));
  }

  /** A lookup, with others of the workspace. */
  look(workspace: string, query: Query): Promise<pg.QueryResult> {
    return this.#lookups.ask(workspace, query);
  }

  /** Nothing has been sent yet, so that trying again is safe. */
  async #connect(): Promise<pg.PoolClient> {
    const deadlineMs = this.#clock.monotonicMs() + this.#patienceMs;
    for (;;) {
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (!isServerAway(error) || this.#clock.monotonicMs() >= deadlineMs) throw error;
        await this.#clock.sleep(50);
      }
    }
  }

  async #enter(client: pg.PoolClient, workspace: string): Promise<void> {
    if (this.#scopes.get(client) === workspace) return;
    this.#scopes.delete(client);
    await client.query({
      name: 'enter_workspace',
      text: `select set_config('parley.workspace', $1, false)`,
      values: [workspace],
    });
    this.#scopes.set(client, workspace);
  }
}

/**
 * Neither compiled nor spread over processes: both cost more than what requests ask for, and would take the cores from calls under
 * way when more is asked for.
 */
async function prepareSession(
  client: pg.ClientBase,
  role: string | null,
  statementTimeoutMs: number,
): Promise<void> {
  await client.query(
    `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $1, false),
            set_config('idle_in_transaction_session_timeout', '30000', false),
            set_config('jit', 'off', false), set_config('max_parallel_workers_per_gather', '0', false),
            set_config('role', $2, false)`,
    [String(statementTimeoutMs), role ?? 'none'],
  );
}

class PooledScope implements Scope {
  readonly #database: PooledDatabase;
  readonly #workspace: string;

  constructor(database: PooledDatabase, workspace: string) {
    this.#database = database;
    this.#workspace = workspace;
  }

  async rows<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    return (await this.#ask<Row>(statement, values)).rows;
  }

  async row<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row | undefined> {
    return (await this.#ask<Row>(statement, values)).rows[0];
  }

  async execute(statement: Statement, values?: readonly unknown[]): Promise<number> {
    return (await this.#ask(statement, values)).rowCount ?? 0;
  }

  async write(statement: Statement, values?: readonly unknown[]): Promise<void> {
    await this.#ask(statement, values);
  }

  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    return repeatOnDeadlock(() => inTransaction(this, work));
  }

  borrow(): Promise<pg.PoolClient> {
    return this.#database.borrow(this.#workspace);
  }

  giveBack(client: pg.PoolClient, error?: unknown): void {
    this.#database.giveBack(client, error);
  }

  /** A statement on its own is a transaction too: where it was chosen to end a deadlock it has done nothing. */
  #ask<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    const query = queryOf(statement, values);
    return repeatOnDeadlock(() => {
      if (statement.isLookup === true) return this.#database.look(this.#workspace, query);
      return this.#database.use(this.#workspace, (client) => client.query<Row>(query));
    });
  }
}

async function repeatOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === deadlockAttempts || !isDeadlock(error)) throw error;
    }
  }
}

/**
 * Throws where nothing can be written: the disk is full (53100), or the server is a standby. With the least memory for a statement, rows of a
 * set go to a temporary file, which needs space on the disk; the transaction id makes the commit durable in the write-ahead log.
 */
async function tryToWrite(tx: Queryable): Promise<void> {
  await tx.row({ text: `select set_config('work_mem', '64kB', true)` });
  await tx.row({
    text: `select count(*), pg_current_xact_id() is not null from generate_series(1, 10000)`,
  });
}

/** PostgreSQL's 40P01 and 40001: nothing is wrong with the work, it met another's. */
function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');
}
