import type pg from 'pg';
import { isServerUnavailable } from './connection.ts';

export type Query = pg.QueryConfig<unknown[]>;

/** Runs `work` with a connection that is set to the workspace. */
export type WithConnection = <T>(
  workspace: string,
  work: (client: pg.PoolClient) => Promise<T>,
) => Promise<T>;

interface Waiting {
  readonly query: Query;
  readonly resolve: (answer: pg.QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of queries that share a connection: more would wait too long for each other. */
const batchMax = 16;

/**
 * Sends the independent queries of one turn of the event loop over one connection in one write. Waking the server and
 * being woken by it costs more than most statements.
 */
export class QueryBatcher {
  readonly #withConnection: WithConnection;
  readonly #open = new Map<string, Waiting[]>();
  #waiting = 0;

  constructor(lend: WithConnection) {
    this.#withConnection = lend;
  }

  /** Number of queries that wait for a connection. Queries of the current turn of the event loop do not count yet. */
  get waiting(): number {
    return this.#waiting;
  }

  query(workspace: string, query: Query): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const one = { query, resolve, reject };
      const together = this.#open.get(workspace);
      if (together !== undefined && together.length < batchMax) return void together.push(one);
      const fresh = [one];
      this.#open.set(workspace, fresh);
      // After all pending I/O events were read.
      setImmediate(() => void this.#sendAll(workspace, fresh));
    });
  }

  async #sendAll(workspace: string, together: readonly Waiting[]): Promise<void> {
    if (this.#open.get(workspace) === together) this.#open.delete(workspace);
    this.#waiting += together.length;
    let waiting = together.length;
    const leave = () => {
      this.#waiting -= waiting;
      waiting = 0;
    };
    try {
      const settled = await this.#withConnection(workspace, (client) => {
        leave();
        return sendEach(
          client,
          together.map(({ query }) => query),
        );
      });
      for (const [index, { resolve, reject }] of together.entries()) {
        const outcome = settled[index]!;
        if (outcome.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome.reason);
      }
    } catch (error) {
      leave();
      for (const { reject } of together) reject(error);
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

/** Sends queries in one write to the socket. The client pipelines. */
export function sendCorked(client: pg.PoolClient, queries: readonly Query[]): Promise<pg.QueryResult>[] {
  const { stream } = client.connection;
  stream.cork();
  const answers = queries.map((query) => client.query(query));
  stream.uncork();
  return answers;
}
