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

/** Parses int8 as a number, since all values are far below 2^53. Parses all other types as `pg` does. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    id === int8 ? Number : pg.types.getTypeParser(id, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/** Returns the `pg` settings for a server. Dates are sent as instants, so the time zone of the session has no effect. */
export function clientConfig(connection: Connection, applicationName: string): pg.ClientConfig {
  const address =
    'url' in connection
      ? { connectionString: connection.url }
      : {
          host: connection.host,
          port: connection.port,
          user: connection.user,
          database: connection.database,
        };
  return {
    ...address,
    types,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
}

/** Returns whether connections to the server are encrypted. */
export function usesTls(connection: Connection): boolean {
  return Boolean(new pg.Client(clientConfig(connection, 'parley')).ssl);
}

/** Opens a connection outside any pool. The caller closes it. */
export async function connectClient(
  connection: Connection,
  applicationName: string,
  options: Pick<pg.ClientConfig, 'query_timeout'> = {},
): Promise<pg.Client> {
  const client = new pg.Client({ ...clientConfig(connection, applicationName), ...options });
  // Without a listener, an error of an idle connection would end the process. The next query reports the error.
  client.on('error', () => {});
  await client.connect();
  return client;
}
