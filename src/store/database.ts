import pg from 'pg';
import type { Clock } from '../core/clock.ts';
import type { InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import { Outage } from '../core/outage.ts';
import { OutageLog } from '../core/outage-log.ts';
import { clientConfig, type Connection } from './connection.ts';
import { requireOwnSessions } from './connection-pooler.ts';
import { createListener } from './listener.ts';
import { migrate } from './migrate.ts';
import { isConnectionLost, toOutage } from './outage.ts';
import type { Queryable, Statement } from './queryable.ts';
import { prepareRuntimeRole } from './runtime-role.ts';
import { QueryBatcher, sendTransaction, type WithConnection, type Query } from './query-batcher.ts';
import { inTransaction, queryOf } from './transaction.ts';

export type { Queryable } from './queryable.ts';

/** Access to the rows of one workspace, or of all workspaces. */
export interface Scope extends Queryable {
  /**
   * Runs `work` in one transaction: committed when `work` resolves, rolled back when it throws. After a deadlock or a
   * serialization failure, `work` runs again, at most three times in total, so it must have no effects outside the database.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
}

export interface Database {
  /** Reads and writes only the rows of this workspace; row-level security enforces it. */
  inWorkspace(workspaceId: string): Scope;
  /** Reads and writes the rows of all workspaces. For workers, never for requests. */
  asSystem(): Scope;
  /** Number of requests that wait for a connection of the pool. */
  readonly waiting: number;
  /**
   * Listens to a channel. Returns the function that stops listening. Notifications are lost while the connection is down.
   * `onGap` is called whenever listening starts or resumes.
   */
  listen(channel: string, onNotification: (payload: string) => void, onGap?: () => void): () => void;
  /** Calls `listener` after each commit of this process that may have inserted events. Returns the function that removes it. */
  onEventsCommitted(listener: () => void): () => void;
  /**
   * Checks that the database reads, commits and has disk space left. Writes some 100 KB to a temporary file of the server.
   * Never rejects.
   */
  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }>;
  /** Waits for running queries. Safe to call twice. */
  close(): Promise<void>;
}

/** A database that the program has opened. */
export interface OpenedDatabase extends Database {
  /** Sets the keys of `parley_address_hashes`, with which the suppressions of erased persons are found. Without keys, none is found. */
  setAddressKeys(keys: readonly AddressKey[]): void;
}

export interface DatabaseOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Counts internal errors; by default they are only logged. */
  readonly internalErrors?: InternalErrors | undefined;
  /** Maximum number of connections, besides one that listens; defaults to 10. */
  readonly poolSize?: number;
  /** Statement timeout in ms; defaults to 15,000. */
  readonly statementTimeoutMs?: number;
  /**
   * Length of an outage of the server, for example a restart, after which queries fail, in ms; defaults to 5,000.
   */
  readonly reconnectTimeoutMs?: number;
  /** Folder of the numbered SQL files; defaults to Parley's own. */
  readonly migrationsFolder?: string;
}

const allWorkspaces = '*';
const maxAttempts = 3;

/** Migrates the schema and opens a pool. Throws with a message for the operator if that fails. */
export async function openDatabase(
  connection: Connection,
  options: DatabaseOptions,
): Promise<OpenedDatabase> {
  await requireOwnSessions(connection);
  await migrate(connection, options);
  const role = await prepareRuntimeRole(connection, options.logger);
  return new PooledDatabase(connection, role, options);
}

class PooledDatabase implements OpenedDatabase {
  readonly #pool: pg.Pool;
  readonly #reconnectTimeoutMs: number;
  readonly #clock: Clock;
  readonly #listener: ReturnType<typeof createListener>;
  readonly #role: string | null;
  readonly #withConnection: WithConnection = (work) => this.#useConnection(work);
  readonly #lookups = new QueryBatcher(this.#withConnection, (workspace) => this.beginIn(workspace));
  readonly #outages: OutageLog;
  readonly #commitListeners = new Set<() => void>();
  #addressKeys: string | undefined;
  readonly #keyedConnections = new WeakSet<pg.PoolClient>();
  #closed: Promise<void> | undefined;

  constructor(connection: Connection, role: string | null, options: DatabaseOptions) {
    const statementTimeoutMs = options.statementTimeoutMs ?? 15_000;
    this.#clock = options.clock;
    this.#reconnectTimeoutMs = options.reconnectTimeoutMs ?? 5_000;
    this.#role = role;
    // The pool awaits the promise, although its types do not declare it. Start-up parameters cannot be used, because
    // poolers reject them.
    const onConnect = (client: pg.ClientBase): unknown => prepareSession(client, statementTimeoutMs);
    this.#pool = new pg.Pool({
      ...clientConfig(connection, 'parley'),
      max: options.poolSize ?? 10,
      pipeline: true,
      // The server cancels a statement after the timeout. A server that does not respond within twice that time is
      // considered unavailable.
      query_timeout: 2 * statementTimeoutMs,
      idleTimeoutMillis: 60_000,
      onConnect,
    });
    // The pool handles errors only of idle connections. Without this listener, a connection that breaks between two
    // statements of a transaction would end the process. The next query reports the error.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#pool.on('error', (error) =>
      options.logger.debug({ err: error }, 'An idle database connection broke.'),
    );
    this.#outages = new OutageLog({
      ...options,
      check: () => this.asSystem().transaction(checkWritable),
      started: 'The database cannot be used. Errors that result from this are logged at level debug only.',
      ended: 'The database can be used again.',
    });
    this.#listener = createListener(connection, options);
  }

  inWorkspace(workspaceId: string): Scope {
    return new PooledScope(this, workspaceId);
  }

  asSystem(): Scope {
    return new PooledScope(this, allWorkspaces);
  }

  get waiting(): number {
    return this.#pool.waitingCount + this.#lookups.waiting;
  }

  listen(channel: string, onNotification: (payload: string) => void, onGap?: () => void): () => void {
    return this.#listener.listen(channel, onNotification, onGap);
  }

  onEventsCommitted(listener: () => void): () => void {
    this.#commitListeners.add(listener);
    return () => this.#commitListeners.delete(listener);
  }

  readonly notifyEventsCommitted = (): void => {
    for (const listener of this.#commitListeners) listener();
  };

  async checkHealth(): Promise<{ ok: boolean; detail: string }> {
    try {
      const startedMs = this.#clock.monotonicMs();
      await this.asSystem().transaction(checkWritable);
      const tookMs = this.#clock.monotonicMs() - startedMs;
      const { totalCount, waitingCount } = this.#pool;
      return {
        ok: true,
        detail: `responds in ${tookMs.toFixed(1)} ms, ${totalCount} connections, ${waitingCount} waiting`,
      };
    } catch (error) {
      return { ok: false, detail: error instanceof Error ? error.message : String(error) };
    }
  }

  setAddressKeys(keys: readonly AddressKey[]): void {
    this.#addressKeys = keys.map(toSessionKey).join(',');
  }

  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    this.#outages.close();
    await Promise.all([this.#pool.end(), this.#listener.close()]);
  }

  /**
   * Runs work, and again after a conflict with another transaction.
   * @throws {Outage} if the database cannot be used
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await retryOnConflict(work);
    } catch (cause) {
      const error = toOutage(cause);
      if (error instanceof Outage) this.#outages.record(error);
      throw error;
    }
  }

  /** Returns the query that begins a transaction in this workspace, with the role of the program. */
  beginIn(workspace: string): Query {
    const role = this.#role === null ? '' : `set local role ${this.#role}; `;
    return { text: `begin; ${role}set local parley.workspace = ${pg.escapeLiteral(workspace)}` };
  }

  /** Releases a connection; a broken one is discarded. @param error the error of its last use, if any */
  release(client: pg.PoolClient, error?: unknown): void {
    client.release(isConnectionLost(error) && (error as Error));
  }

  /** Runs a single statement in its own transaction, with one round trip. */
  async query(workspace: string, query: Query): Promise<pg.QueryResult> {
    const [outcome] = await this.#useConnection((client) =>
      sendTransaction(client, this.beginIn(workspace), [query]),
    );
    if (outcome!.status === 'rejected') throw outcome!.reason;
    return outcome!.value;
  }

  /** Runs a lookup in a transaction with other lookups of the workspace. */
  queryBatched(workspace: string, query: Query): Promise<pg.QueryResult> {
    return this.#lookups.query(workspace, query);
  }

  async #useConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.acquire();
    let broken: unknown;
    try {
      return await work(client);
    } catch (error) {
      broken = error;
      throw error;
    } finally {
      this.release(client, broken);
    }
  }

  /** Gives a connection the keys of addresses at its first use. */
  async #prepared(client: pg.PoolClient): Promise<pg.PoolClient> {
    if (this.#addressKeys === undefined || this.#keyedConnections.has(client)) return client;
    try {
      await client.query(`select set_config('parley.address_keys', $1, false)`, [this.#addressKeys]);
    } catch (error) {
      this.release(client, error);
      throw error;
    }
    this.#keyedConnections.add(client);
    return client;
  }

  /**
   * Connects, with retries until the timeout, or once if an outage is longer than the timeout. A retry is safe, because no statement has
   * been sent yet. The caller releases the connection.
   */
  async acquire(): Promise<pg.PoolClient> {
    const sinceMs = this.#outages.startedMs ?? this.#clock.monotonicMs();
    const deadlineMs = sinceMs + this.#reconnectTimeoutMs;
    for (;;) {
      try {
        return await this.#prepared(await this.#pool.connect());
      } catch (error) {
        if (!isConnectionLost(error) || this.#clock.monotonicMs() >= deadlineMs) throw error;
        await this.#clock.sleep(50);
      }
    }
  }
}

/** A key for the hashes of addresses. */
export interface AddressKey {
  /** 8 hexadecimal digits, which are stored with the hash. */
  readonly id: string;
  /** 32 bytes. */
  readonly bytes: Uint8Array;
}

/** RFC 2104: the block size of SHA-256, and the bytes that pad the key. */
const blockBytes = 64;
const innerPad = 0x36;
const outerPad = 0x5c;

/** Returns the padded keys of HMAC-SHA256 as `parley_address_hashes` reads them. */
function toSessionKey({ id, bytes }: AddressKey): string {
  const padded = Buffer.alloc(blockBytes);
  padded.set(bytes);
  const xor = (pad: number) => padded.map((byte) => byte ^ pad);
  return [id, ...[innerPad, outerPad].map((pad) => Buffer.from(xor(pad)).toString('hex'))].join(':');
}

/**
 * Sets timeouts, and disables JIT and parallel workers: both cost more than typical queries, and would take CPU time from
 * active calls. The isolation of workspaces does not depend on settings of the session.
 */
async function prepareSession(client: pg.ClientBase, statementTimeoutMs: number): Promise<void> {
  await client.query(
    `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $1, false),
            set_config('idle_in_transaction_session_timeout', '30000', false),
            set_config('jit', 'off', false), set_config('max_parallel_workers_per_gather', '0', false)`,
    [String(statementTimeoutMs)],
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
    return (await this.#query<Row>(statement, values)).rows;
  }

  async row<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row | undefined> {
    return (await this.#query<Row>(statement, values)).rows[0];
  }

  async execute(statement: Statement, values?: readonly unknown[]): Promise<number> {
    return (await this.#query(statement, values)).rowCount ?? 0;
  }

  async write(statement: Statement, values?: readonly unknown[]): Promise<void> {
    await this.#query(statement, values);
  }

  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.#database.run(() => inTransaction(this, work, this.#database.notifyEventsCommitted));
  }

  get begin(): Query {
    return this.#database.beginIn(this.#workspace);
  }

  acquire(): Promise<pg.PoolClient> {
    return this.#database.acquire();
  }

  release(client: pg.PoolClient, error?: unknown): void {
    this.#database.release(client, error);
  }

  /** Runs a single statement, which is a complete transaction: after a conflict it had no effect and is retried. */
  async #query<Row extends object>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const query = queryOf(statement, values);
    const result = await this.#database.run(() => {
      if (statement.isLookup === true) return this.#database.queryBatched(this.#workspace, query);
      return this.#database.query(this.#workspace, query);
    });
    if (statement.writesEvents === true) this.#database.notifyEventsCommitted();
    return result as pg.QueryResult<Row>;
  }
}

async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
    }
  }
}

/**
 * Throws if the database cannot be written: the disk is full (53100), or the server is a standby. With minimal work_mem,
 * the rows of `generate_series` go to a temporary file, which needs disk space. The transaction id makes the commit durable in the
 * write-ahead log.
 */
async function checkWritable(tx: Queryable): Promise<void> {
  await tx.row({ text: `select set_config('work_mem', '64kB', true)` });
  await tx.row({
    text: `select count(*), pg_current_xact_id() is not null from generate_series(1, 10000)`,
  });
}

/** Returns whether the work conflicted with another transaction and can be retried: a deadlock (40P01) or a serialization failure (40001). */
function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');
}
