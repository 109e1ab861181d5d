import type pg from 'pg';
import { isConnectionLost } from './outage.ts';

export type Query = pg.QueryConfig<unknown[]>;

/** Runs `work` with a connection of the pool. */
export type WithConnection = <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;

interface PendingQuery {
  readonly query: Query;
  readonly resolve: (result: pg.QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of queries per batch. In a larger batch, queries would wait too long for each other. */
const maxBatch = 16;

/** SQLSTATE in_failed_sql_transaction: an earlier query of the transaction failed. */
const transactionFailed = '25P02';

/**
 * Sends the independent lookups of one turn of the event loop as one transaction in one write. Waking the server for a
 * query, and this process for its result, costs more than most statements.
 */
export class QueryBatcher {
  readonly #withConnection: WithConnection;
  readonly #beginIn: (workspace: string) => Query;
  /** Batches of the current turn, by workspace. */
  readonly #open = new Map<string, PendingQuery[]>();
  #waiting = 0;

  /** @param beginIn returns the query that begins a transaction in a workspace */
  constructor(withConnection: WithConnection, beginIn: (workspace: string) => Query) {
    this.#withConnection = withConnection;
    this.#beginIn = beginIn;
  }

  /** Number of queries that wait for a connection. Queries of the current turn of the event loop do not count yet. */
  get waiting(): number {
    return this.#waiting;
  }

  query(workspace: string, query: Query): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const pending = { query, resolve, reject };
      const batch = this.#open.get(workspace);
      if (batch !== undefined && batch.length < maxBatch) return void batch.push(pending);
      const newBatch = [pending];
      this.#open.set(workspace, newBatch);
      // Runs after all pending I/O events of this turn.
      setImmediate(() => void this.#sendAll(workspace, newBatch));
    });
  }

  async #sendAll(workspace: string, batch: readonly PendingQuery[]): Promise<void> {
    if (this.#open.get(workspace) === batch) this.#open.delete(workspace);
    this.#waiting += batch.length;
    let waiting = batch.length;
    const stopWaiting = () => {
      this.#waiting -= waiting;
      waiting = 0;
    };
    try {
      const settled = await this.#withConnection((client) => {
        stopWaiting();
        return sendTransaction(
          client,
          this.#beginIn(workspace),
          batch.map(({ query }) => query),
        );
      });
      for (const [index, { query, resolve, reject }] of batch.entries()) {
        const outcome = settled[index]!;
        if (outcome.status === 'fulfilled') resolve(outcome.value);
        // The lookup itself did not fail. The one that failed is not sent again, so this ends.
        else if (index > 0 && (outcome.reason as { code?: string }).code === transactionFailed)
          this.query(workspace, query).then(resolve, reject);
        else reject(outcome.reason);
      }
    } catch (error) {
      stopWaiting();
      for (const { reject } of batch) reject(error);
    }
  }
}

/**
 * Sends a complete transaction in one write to the socket. Returns the result of each of `queries`; after one that failed, the later ones
 * fail too. Throws if the server is unavailable, or if the transaction cannot begin or commit.
 */
export async function sendTransaction(
  client: pg.PoolClient,
  begin: Query,
  queries: readonly Query[],
): Promise<readonly PromiseSettledResult<pg.QueryResult>[]> {
  const settled = await Promise.allSettled(sendCorked(client, [begin, ...queries, commitQuery]));
  const reasons = settled.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : undefined));
  const unavailable = reasons.find((reason) => isConnectionLost(reason));
  const fatal: unknown = unavailable ?? reasons[0] ?? reasons.at(-1);
  if (fatal !== undefined) throw fatal;
  return settled.slice(1, -1);
}

export const commitQuery: Query = { text: 'commit' };

/** Sends queries in one write to the socket. The client must pipeline queries. */
export function sendCorked(client: pg.PoolClient, queries: readonly Query[]): Promise<pg.QueryResult>[] {
  const { stream } = client.connection;
  stream.cork();
  const results = queries.map((query) => client.query(query));
  stream.uncork();
  return results;
}
