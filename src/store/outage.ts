import { Outage } from '../core/outage.ts';

interface OutageKind {
  readonly code: Outage['code'];
  /** A sentence for clients. */
  readonly reason: string;
  /** Whether the connection is lost or could not be opened: it is discarded, and a new one may succeed. */
  readonly isConnectionLost: boolean;
}

const lost = (reason: string): OutageKind => ({
  code: 'database_unavailable',
  reason,
  isConnectionLost: true,
});
const unusable = (reason: string, code: Outage['code'] = 'database_unavailable'): OutageKind => ({
  code,
  reason,
  isConnectionLost: false,
});

const unreachableReason = 'The database server cannot be reached.';
const unreachable = lost(unreachableReason);
const broken = lost('The connection to the database server broke.');
const unresponsive = lost('The database server does not respond.');

/** Outages by code of the system, by SQLSTATE, or by its class (PostgreSQL, appendix A). */
const outagesByCode: Readonly<Record<string, OutageKind>> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ENOENT: unreachable,
  EPIPE: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EAI_AGAIN: unreachable,
  // connection_exception, invalid_authorization_specification.
  '08': unusable(unreachableReason),
  '28': unusable('The database server rejects the login of Parley.'),
  // read_only_sql_transaction: the server is a standby.
  '25006': unusable('The database server is read-only.'),
  '3D000': unusable('The database of Parley does not exist.'),
  '53100': unusable('The disk of the database server is full.', 'storage_full'),
  '53200': unusable('The database server has no free memory.'),
  '53300': unusable('The database server accepts no more connections.'),
  // admin_shutdown, crash_shutdown, cannot_connect_now.
  '57P01': lost('The database server is stopping.'),
  '57P02': lost('The database server is restarting after a crash.'),
  '57P03': lost('The database server is starting or stopping.'),
  '58030': unusable('The database server cannot read or write its disk.', 'storage_unavailable'),
};

/** Outages by message of `pg` and its pool. */
const outagesByMessage: Readonly<Record<string, OutageKind>> = {
  'Client has encountered a connection error and is not queryable': broken,
  'Connection terminated': broken,
  'Connection terminated unexpectedly': broken,
  'Connection terminated due to connection timeout': unreachable,
  'Query read timeout': unresponsive,
  'timeout expired': unresponsive,
  'timeout exceeded when trying to connect': lost('No connection to the database became available in time.'),
};

/** Returns an error of a query as an `Outage` if the database server, or its disk, cannot be used; otherwise the error. */
export function toOutage(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Outage) return error;
  const kind = kindOf(error);
  return kind === undefined ? error : new Outage(kind.code, kind.reason, error);
}

/** Returns whether an error means that the connection is lost or could not be opened. False if the server rejected the request. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && kindOf(error)?.isConnectionLost === true;

function kindOf(error: Error): OutageKind | undefined {
  const { code = '' } = error as { readonly code?: string };
  const sqlClass = code.length === 5 ? code.slice(0, 2) : '';
  return outagesByCode[code] ?? outagesByCode[sqlClass] ?? outagesByMessage[error.message];
}
