import type pg from 'pg';
import { isServerUnavailable } from './connection.ts';

export type Query = pg.QueryConfig<unknown[]>;

/** Runs `work` with a connection whose workspace is set. */
export type WithConnection = <T>(
  workspace: string,
  work: (client: pg.PoolClient) => Promise<T>,
) => Promise<T>;

interface PendingQuery {
  readonly query: Query;
  readonly resolve: (result: pg.QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of queries per batch. In a larger batch, queries would wait too long for each other. */
const batchMax = 16;

/**
 * Sends the independent queries of one turn of the event loop over one connection in one write. Waking the server for a
 * query, and this process for its result, costs more than most statements.
 */
export class QueryBatcher {
  readonly #withConnection: WithConnection;
  /** Batches of the current turn, by workspace. */
  readonly #open = new Map<string, PendingQuery[]>();
  #waiting = 0;

  constructor(withConnection: WithConnection) {
    this.#withConnection = withConnection;
  }

  /** Number of queries that wait for a connection. Queries of the current turn of the event loop do not count yet. */
  get waiting(): number {
    return this.#waiting;
  }

  query(workspace: string, query: Query): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const pending = { query, resolve, reject };
      const batch = this.#open.get(workspace);
      if (batch !== undefined && batch.length < batchMax) return void batch.push(pending);
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
      const settled = await this.#withConnection(workspace, (client) => {
        stopWaiting();
        return sendEach(
          client,
          batch.map(({ query }) => query),
        );
      });
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = settled[index]!;
        if (outcome.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome.reason);
      }
    } catch (error) {
      stopWaiting();
      for (const { reject } of batch) reject(error);
    }
  }
}

/** Returns the result of each query, in their order. Throws if the server is unavailable. */
async function sendEach(
  client: pg.PoolClient,
  queries: readonly Query[],
): Promise<readonly PromiseSettledResult<pg.QueryResult>[]> {
  const settled = await Promise.allSettled(sendCorked(client, queries));
  for (const outcome of settled)
    if (outcome.status === 'rejected' && isServerUnavailable(outcome.reason)) throw outcome.reason;
  return settled;
}

/** Sends queries in one write to the socket. The client must pipeline queries. */
export function sendCorked(client: pg.PoolClient, queries: readonly Query[]): Promise<pg.QueryResult>[] {
  const { stream } = client.connection;
  stream.cork();
  const results = queries.map((query) => client.query(query));
  stream.uncork();
  return results;
}
