import type { Connection } from '../../src/store/connection.ts';

/** Returns the connection as a `postgresql://` URL, for PARLEY_DATABASE_URL. */
export function connectionUrl(connection: Connection): string {
  if ('url' in connection) return connection.url;
  const { host, port, user, database } = connection;
  const url = new URL(`postgresql://${user}@localhost:${port}/${database}`);
  url.searchParams.set('host', host);
  return url.href;
}
