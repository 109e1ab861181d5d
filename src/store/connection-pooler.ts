import type pg from 'pg';
import { explainConnectionError } from './connection-error.ts';
import { connectClient, type Connection } from './connection.ts';

/** Number of clients that occupy a process of the server beside the first one. A pooler hands out its idle processes before it starts another. */
const otherClients = 3;
/** A paused pooler does not respond. */
const queryTimeoutMs = 5_000;

/** Message for the operator if `sharesSessions`. */
export const sharedSessions =
  'PARLEY_DATABASE_URL is the address of a connection pooler that shares sessions of PostgreSQL between clients, with a new session for each ' +
  'transaction or statement. Parley needs its own sessions, for LISTEN and prepared statements. Set pool_mode = session in the ' +
  'pooler, or put the address of PostgreSQL itself into PARLEY_DATABASE_URL.';

/** Checks that no pooler shares sessions. @throws {Error} with a message for the operator, also if the server cannot be reached */
export async function requireOwnSessions(connection: Connection): Promise<void> {
  const shared = await sharesSessions(connection).catch((cause: unknown) => {
    throw explainConnectionError(connection, cause);
  });
  if (shared) throw new Error(sharedSessions);
}

/**
 * Returns whether the connection leads to a pooler that shares sessions between clients (PgBouncer's pool modes `transaction` and `statement`).
 * The first client reads the id of its process of the server. Then other clients begin transactions, each of which occupies a process until it
 * ends. A pooler that shares sessions gives the idle process of the first client to one of them, or another process to the first client.
 * The embedded server has no pooler.
 */
export async function sharesSessions(connection: Connection): Promise<boolean> {
  if (!('url' in connection)) return false;
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = await connectClient(connection, 'parley pooler check', { query_timeout: queryTimeoutMs });
    clients.push(client);
    return client;
  };
  try {
    const first = await connect();
    const firstId = await processIdOf(first);
    for (let index = 0; index < otherClients; index += 1) {
      const other = await connect();
      const ids = [await processIdOf(other)];
      // The pool mode `statement` rejects transactions.
      if (ids[0] !== firstId) {
        await other.query('begin');
        ids.push(await processIdOf(other));
      }
      if (ids.includes(firstId) || (await processIdOf(first)) !== firstId) return true;
    }
    return false;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function processIdOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
  return rows[0]!.id;
}
