import pg from 'pg';

/** Address of a PostgreSQL server: a URL from the operator, or the folder of the embedded server's socket. */
export type Connection =
  | { readonly url: string }
  | {
      /** A host name, or an absolute path of a folder with a Unix socket. */
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
    };

/** Returns the address of another database on the same server. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (!('url' in connection)) return { ...connection, database };
  const url = new URL(connection.url);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { url: url.href };
}

const int8 = 20;

/** Parses int8 as a number: no count or position here comes near 2^53. All other types as in `pg`. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    id === int8 ? Number : pg.types.getTypeParser(id, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/** Returns the `pg` settings for a server. Dates are sent as instants, so the session's time zone does not matter. */
export function clientConfig(connection: Connection, applicationName: string): pg.ClientConfig {
  const where =
    'url' in connection
      ? { connectionString: connection.url }
      : {
          host: connection.host,
          port: connection.port,
          user: connection.user,
          database: connection.database,
        };
  return {
    ...where,
    types,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
}

/** Opens a connection outside any pool. The caller closes it. */
export async function connectClient(connection: Connection, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(connection, applicationName));
  // Without a listener a connection that breaks while idle would end the process; the next query reports it.
  client.on('error', () => {});
  await client.connect();
  return client;
}

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  // PostgreSQL, appendix A: admin_shutdown, crash_shutdown, cannot_connect_now.
  '57P01',
  '57P02',
  '57P03',
]);

/**
 * Returns whether an error means that the server is temporarily unavailable, rather than that it rejected the request.
 */
export function isServerUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  return (
    (code !== undefined && unreachableCodes.has(code)) ||
    error.message.startsWith('Connection terminated') ||
    error.message === 'Query read timeout'
  );
}
