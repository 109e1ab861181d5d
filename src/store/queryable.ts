/**
 * An SQL statement. A named statement is prepared once per connection. A statement without a name is parsed each time, for
 * example that of a list with filters.
 */
export interface Statement {
  /** Unique name, at most 63 bytes. Two texts with the same name are an error. */
  readonly name?: string;
  readonly text: string;
  /** Whether the statement reads few rows by an index and waits for no locks. It then shares a connection with other lookups. */
  readonly isLookup?: boolean;
  /** Whether the statement may insert events. If so, the listeners of `Database.onEventsCommitted` are called after the commit. */
  readonly writesEvents?: boolean;
}

/** As the first statement of a transaction: all its statements read the database as it was at the second one. */
export const repeatableRead: Statement = { text: 'set transaction isolation level repeatable read' };

/** Runs statements, one at a time, in the scope of a workspace or of the system, or in a transaction of that scope. */
export interface Queryable {
  /** Returns all rows. */
  rows<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** Returns the first row. */
  row<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row | undefined>;
  /** Returns the number of affected rows. */
  execute(statement: Statement, values?: readonly unknown[]): Promise<number>;
  /**
   * Writes rows. In a transaction, the statement is sent with the next awaited statement or with the commit, which then
   * throws its error.
   */
  write(statement: Statement, values?: readonly unknown[]): Promise<void>;
}

/**
 * Serializes a value for a jsonb parameter. PostgreSQL cannot store U+0000, which is removed, and halves of surrogate pairs, which become
 * U+FFFD.
 */
export function json(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = JSON.stringify(value);
  return unstorable.test(text) ? JSON.stringify(storable(JSON.parse(text))) : text;
}

/** Escapes that JSON.stringify writes only for U+0000 and for halves of surrogate pairs. */
const unstorable = /\\u(?:0000|d[89a-f])/;

function storable(value: unknown): unknown {
  if (typeof value === 'string') return withoutNul(value).toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [storable(name), storable(member)]),
  );
}

/** Returns the text without U+0000. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '');

/** SQL: a time as ISO 8601 UTC with milliseconds, as in every response. */
export const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
