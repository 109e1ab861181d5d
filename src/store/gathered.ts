import type pg from 'pg';
import { isServerAway } from './connection.ts';

export type Query = pg.QueryConfig<unknown[]>;

/** Lends a connection that is in the workspace for as long as `work` takes. */
export type Lend = <T>(workspace: string, work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;

interface Waiting {
  readonly query: Query;
  readonly resolve: (answer: pg.QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/** So many share a connection at once: more would wait for those before them. */
const togetherMax = 16;

/**
 * What is asked in one turn of the event loop, each for itself, goes out over one connection in one write: to wake the server and to
 * be woken by it costs more than most statements.
 */
export class Gathered {
  readonly #lend: Lend;
  readonly #open = new Map<string, Waiting[]>();
  #waiting = 0;

  constructor(lend: Lend) {
    this.#lend = lend;
  }

  /** Queries that wait for a connection: those of this turn of the event loop do not ask for one yet. */
  get waiting(): number {
    return this.#waiting;
  }

  ask(workspace: string, query: Query): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const one = { query, resolve, reject };
      const together = this.#open.get(workspace);
      if (together !== undefined && together.length < togetherMax) return void together.push(one);
      const fresh = [one];
      this.#open.set(workspace, fresh);
      // After everything that has arrived by now has been read.
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
      const settled = await this.#lend(workspace, (client) => {
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

/** The outcome of each query, in their order. Throws if the server is away. */
async function sendEach(
  client: pg.PoolClient,
  queries: readonly Query[],
): Promise<readonly PromiseSettledResult<pg.QueryResult>[]> {
  const settled = await Promise.allSettled(sendCorked(client, queries));
  for (const outcome of settled)
    if (outcome.status === 'rejected' && isServerAway(outcome.reason)) throw outcome.reason;
  return settled;
}

/** In one write to the socket. The client pipelines. */
export function sendCorked(client: pg.PoolClient, queries: readonly Query[]): Promise<pg.QueryResult>[] {
  const { stream } = client.connection;
  stream.cork();
  const answers = queries.map((query) => client.query(query));
  stream.uncork();
  return answers;
}
