import type pg from 'pg';
import { commitQuery, sendCorked, type Query } from './query-batcher.ts';
import type { Queryable, Statement } from './queryable.ts';

/** Source of the connections of transactions. Its clients must pipeline queries. */
export interface ConnectionSource {
  /** Begins a transaction and sets what is local to it. */
  readonly begin: Query;
  acquire(): Promise<pg.PoolClient>;
  release(client: pg.PoolClient, error?: unknown): void;
}

/**
 * Runs `work` between `begin` and `commit`, or `rollback` if it throws. Calls `onEvents` after the commit if a statement
 * with `writesEvents` was sent, even if it inserted no event.
 */
export async function inTransaction<T>(
  connections: ConnectionSource,
  work: (tx: Queryable) => Promise<T>,
  onEvents: () => void,
): Promise<T> {
  const tx = new Transaction(connections);
  try {
    const result = await work(tx);
    await tx.commit();
    tx.end();
    if (tx.hasEvents) onEvents();
    return result;
  } catch (error) {
    await tx.rollback();
    tx.end(error);
    throw error;
  }
}

/**
 * Queues writes and sends them with the next awaited statement or with `commit`; `begin` is sent with the first statement.
 * Each awaited result costs one round trip and one write to the socket, and so does the commit.
 */
class Transaction implements Queryable {
  readonly #connections: ConnectionSource;
  #client: pg.PoolClient | undefined;
  #unsent: Query[] = [];
  #begun = false;
  /** Whether a statement that may insert events was added. */
  hasEvents = false;

  constructor(connections: ConnectionSource) {
    this.#connections = connections;
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

  async write(statement: Statement, values: readonly unknown[] = []): Promise<void> {
    this.hasEvents ||= statement.writesEvents === true;
    this.#unsent.push(queryOf(statement, values));
  }

  async commit(): Promise<void> {
    if (!this.#begun && this.#unsent.length === 0) return;
    const { command } = await this.#send([...this.#beginIfNeeded(), ...this.#unsent, commitQuery]);
    if (command !== 'COMMIT')
      throw new Error('A transaction in which a statement failed cannot be committed.');
  }

  async rollback(): Promise<void> {
    if (!this.#begun) return;
    await this.#client?.query('rollback').catch(() => {
      // The connection broke, which ended the transaction. The original error states the reason.
    });
  }

  /** Releases the connection after `commit` or `rollback`. @param error the error of the transaction */
  end(error?: unknown): void {
    if (this.#client !== undefined) this.#connections.release(this.#client, error);
  }

  /** Sends the queued writes and this statement, and returns its result. */
  #query<Row extends object>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<pg.QueryResult<Row>> {
    this.hasEvents ||= statement.writesEvents === true;
    return this.#send<Row>([...this.#beginIfNeeded(), ...this.#unsent, queryOf(statement, values)]);
  }

  #beginIfNeeded(): Query[] {
    const queries = this.#begun ? [] : [this.#connections.begin];
    this.#begun = true;
    return queries;
  }

  /**
   * Returns the result of the last query. Throws the error of the first query that failed, because the errors of later
   * queries only report that the transaction is aborted.
   */
  async #send<Row extends object>(queries: readonly Query[]): Promise<pg.QueryResult<Row>> {
    this.#unsent = [];
    this.#client ??= await this.#connections.acquire();
    return (await Promise.all(sendCorked(this.#client, queries))).at(-1)!;
  }
}

/** Returns a statement with its values in the form of `pg`. */
export const queryOf = ({ name, text }: Statement, values: readonly unknown[] = []): Query => ({
  ...(name !== undefined && { name }),
  text,
  values: values as unknown[],
});

const withoutFlush: Statement = {
  name: 'commit_without_flush',
  text: `select set_config('synchronous_commit', 'off', true)`,
};

/**
 * Lets the commit of this transaction return before its log record is on disk: a crash of the database server may lose it within some 600 ms
 * (PostgreSQL, synchronous_commit). For work that can be repeated without harm.
 */
export function commitWithoutFlush(tx: Queryable): Promise<void> {
  return tx.write(withoutFlush);
}
