import type pg from 'pg';
import { explainConnectionError } from './connection-error.ts';
import { connectClient, type Connection } from './connection.ts';

/** Number of clients that occupy a process of the server beside the first one. A pooler hands out its idle processes before it starts another. */
const otherClients = 3;

const sharedSessions =
  'PARLEY_DATABASE_URL is the address of a connection pooler that shares sessions of PostgreSQL between clients, with a new session for each ' +
  'transaction or statement. Parley needs its own sessions, for LISTEN and prepared statements. Set pool_mode = session in the ' +
  'pooler, or put the address of PostgreSQL itself into PARLEY_DATABASE_URL.';

/**
 * Throws if the connection leads to a pooler that shares sessions between clients (PgBouncer's pool modes `transaction` and `statement`).
 * The first client reads the id of its process of the server. Then other clients begin transactions, each of which occupies a process until it
 * ends. A pooler that shares sessions gives the idle process of the first client to one of them, or another process to the first client.
 * The embedded server has no pooler.
 */
export async function requireOwnSessions(connection: Connection): Promise<void> {
  if (!('url' in connection)) return;
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = await connectClient(connection, 'parley pooler check').catch((cause: unknown) => {
      throw explainConnectionError(connection, cause);
    });
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
      if (ids.includes(firstId) || (await processIdOf(first)) !== firstId) throw new Error(sharedSessions);
    }
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function processIdOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
  return rows[0]!.id;
}
