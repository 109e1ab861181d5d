import { Outage } from '../core/outage.ts';
import { isServerUnavailable } from './connection.ts';

type OutageKind = readonly [code: Outage['code'], reason: string];

const unreachable: OutageKind = ['database_unavailable', 'The database server cannot be reached.'];
const broken: OutageKind = ['database_unavailable', 'The connection to the database server broke.'];
const unresponsive: OutageKind = ['database_unavailable', 'The database server does not respond.'];

/** Outages by SQLSTATE or its class (PostgreSQL, appendix A). */
const outagesBySqlState: Readonly<Record<string, OutageKind>> = {
  // connection_exception, invalid_authorization_specification.
  '08': unreachable,
  '28': ['database_unavailable', 'The database server rejects the login of Parley.'],
  // read_only_sql_transaction: the server is a standby.
  '25006': ['database_unavailable', 'The database server is read-only.'],
  '3D000': ['database_unavailable', 'The database of Parley does not exist.'],
  '53100': ['storage_full', 'The disk of the database server is full.'],
  '53200': ['database_unavailable', 'The database server has no free memory.'],
  '53300': ['database_unavailable', 'The database server accepts no more connections.'],
  '57P01': ['database_unavailable', 'The database server is stopping.'],
  '57P02': ['database_unavailable', 'The database server is restarting after a crash.'],
  '57P03': ['database_unavailable', 'The database server is starting or stopping.'],
  '58030': ['storage_unavailable', 'The database server cannot read or write its disk.'],
};

/** Outages by message of `pg`. */
const outagesByMessage: Readonly<Record<string, OutageKind>> = {
  'Client has encountered a connection error and is not queryable': broken,
  'Connection terminated': broken,
  'Connection terminated unexpectedly': broken,
  'Query read timeout': unresponsive,
  'timeout expired': unresponsive,
  'timeout exceeded when trying to connect': [
    'database_unavailable',
    'No connection to the database became available in time.',
  ],
};

/** Returns an error of a query as an `Outage` if the database server, or its disk, cannot be used; otherwise the error. */
export function toOutage(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Outage) return error;
  const kind =
    kindOfSqlState((error as { code?: string }).code) ??
    outagesByMessage[error.message] ??
    (isServerUnavailable(error) ? unreachable : undefined);
  return kind === undefined ? error : new Outage(...kind, error);
}

const kindOfSqlState = (code = ''): OutageKind | undefined =>
  outagesBySqlState[code] ?? (code.length === 5 ? outagesBySqlState[code.slice(0, 2)] : undefined);
