import { connectClient, type Connection } from './connection.ts';

/** Where the server is, for people: never the password. */
function placeOf(connection: Connection): { host: string; user: string; database: string } {
  if (!('url' in connection)) return { ...connection, host: connection.host };
  const { hostname, port, username, pathname } = new URL(connection.url);
  const host = hostname === '' ? 'its local socket' : `${decodeURIComponent(hostname)}:${port || '5432'}`;
  return { host, user: decodeURIComponent(username), database: decodeURIComponent(pathname.slice(1)) };
}

type Place = ReturnType<typeof placeOf>;

const nobodyThere = ({ host }: Place) =>
  `No PostgreSQL answers at ${host}. Start it, or correct PARLEY_DATABASE_URL.`;
const notFound = ({ host }: Place) => `The host of ${host} cannot be found. Correct PARLEY_DATABASE_URL.`;
const loginRefused = ({ host, user }: Place) =>
  `PostgreSQL at ${host} refuses the login ${user || 'that was tried'}. Correct the user and the password in PARLEY_DATABASE_URL.`;

/** What is wrong and what to do, by the code of the system or of PostgreSQL (appendix A). */
const sentences: Readonly<Record<string, (place: Place) => string>> = {
  ECONNREFUSED: nobodyThere,
  ENOENT: nobodyThere,
  EHOSTUNREACH: nobodyThere,
  ENETUNREACH: nobodyThere,
  ENOTFOUND: notFound,
  EAI_AGAIN: notFound,
  '28P01': loginRefused,
  '28000': loginRefused,
  '3D000': ({ host, database }) =>
    `PostgreSQL at ${host} has no database ${database}. Create it: create database "${database}" encoding 'UTF8';`,
  '53300': ({ host }) => `PostgreSQL at ${host} takes no more connections. Raise its max_connections.`,
  '57P03': ({ host }) => `PostgreSQL at ${host} is starting or stopping. Try again shortly.`,
};

/** Why a server could not be connected to, as a sentence for the operator; the error itself is the cause. */
export function serverFault(connection: Connection, cause: unknown): Error {
  const { code, message } = cause as { code?: string; message?: string };
  const place = placeOf(connection);
  const sentence =
    sentences[code ?? '']?.(place) ?? `PostgreSQL at ${place.host} cannot be used: ${message}.`;
  return new Error(sentence, { cause });
}

/** The version of the server. @throws {Error} with a sentence for the operator */
export async function askServer(connection: Connection): Promise<string> {
  try {
    const client = await connectClient(connection, 'parley doctor');
    try {
      const { rows } = await client.query<{ version: string }>(
        `select current_setting('server_version') as version`,
      );
      return rows[0]!.version;
    } finally {
      await client.end();
    }
  } catch (error) {
    throw serverFault(connection, error);
  }
}
