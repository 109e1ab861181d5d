import { describeTlsFailure } from '../core/connection-failure.ts';
import { connectClient, usesTls, type Connection } from './connection.ts';

/** Returns the host, user, database and encryption for messages. The password is omitted. */
function addressOf(connection: Connection) {
  const isEncrypted = usesTls(connection);
  if (!('url' in connection)) return { ...connection, isEncrypted };
  const { hostname, port, username, pathname } = new URL(connection.url);
  const host = hostname === '' ? 'its local socket' : `${decodeURIComponent(hostname)}:${port || '5432'}`;
  return {
    host,
    user: decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)),
    isEncrypted,
  };
}

type Address = ReturnType<typeof addressOf>;

const unreachable = ({ host }: Address) =>
  `No PostgreSQL responds at ${host}. Start it, or correct PARLEY_DATABASE_URL.`;
const notFound = ({ host }: Address) => `The host of ${host} cannot be found. Correct PARLEY_DATABASE_URL.`;
const loginRefused = ({ host, user }: Address) =>
  `PostgreSQL at ${host} rejects the login ${user || 'that was tried'}. Correct the user and the password in PARLEY_DATABASE_URL.`;

const withoutEntry = ({ host, user, database, isEncrypted }: Address) =>
  isEncrypted
    ? `The pg_hba.conf of PostgreSQL at ${host} does not permit user ${user} to use database ${database} from this machine. Add an entry for it.`
    : `PostgreSQL at ${host} does not permit user ${user} to use database ${database} without TLS. Add ?sslmode=verify-full to PARLEY_DATABASE_URL, or permit the connection in its pg_hba.conf.`;

/** Messages for the operator by error code of the system or of PostgreSQL (appendix A). */
const messages: Readonly<Record<string, (address: Address) => string>> = {
  ECONNREFUSED: unreachable,
  ENOENT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOTFOUND: notFound,
  EAI_AGAIN: notFound,
  '28P01': loginRefused,
  '28000': loginRefused,
  '3D000': ({ host, database }) =>
    `PostgreSQL at ${host} has no database ${database}. Create it: create database "${database}" encoding 'UTF8';`,
  '53300': ({ host }) => `PostgreSQL at ${host} accepts no more connections. Raise its max_connections.`,
  '57P03': ({ host }) => `PostgreSQL at ${host} is starting or stopping. Try again shortly.`,
};

/** Returns an error with a message for the operator; the original error is its cause. */
export function explainConnectionError(connection: Connection, cause: unknown): Error {
  const { code, message } = cause as { code?: string; message?: string };
  const address = addressOf(connection);
  const reason = describeTlsFailure(cause) ?? message;
  // The name of the file is in the messages of every language. The code is also that of an unknown user.
  const isWithoutEntry = code === '28000' && message?.includes('pg_hba.conf') === true;
  const explain = isWithoutEntry ? withoutEntry : messages[code ?? ''];
  const text = explain?.(address) ?? `PostgreSQL at ${address.host} cannot be used: ${reason}.`;
  return new Error(text, { cause });
}

/** Returns the version of the server. @throws {Error} with a message for the operator */
export async function readServerVersion(connection: Connection): Promise<string> {
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
    throw explainConnectionError(connection, error);
  }
}
