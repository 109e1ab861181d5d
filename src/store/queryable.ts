/**
 * An SQL statement. With a name it is prepared once per connection; without one it is parsed each time (lists with
 * changing filters).
 */
export interface Statement {
  /** At most 63 bytes, and unique: two texts with the same name are an error. */
  readonly name?: string;
  readonly text: string;
  /** Reads few rows by an index and never waits for locks, so that it may share a connection with other lookups. */
  readonly isLookup?: boolean;
}

/** Runs statements in a workspace, in the whole system, or in a transaction of either, one at a time. */
export interface Queryable {
  /** Returns all rows. */
  rows<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** Returns the first row. */
  row<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row | undefined>;
  /** Returns the number of affected rows. */
  execute(statement: Statement, values?: readonly unknown[]): Promise<number>;
  /**
   * Writes rows without waiting for the result if possible: in a transaction it is sent with the next awaited statement
   * or with the commit, which then throws its error.
   */
  write(statement: Statement, values?: readonly unknown[]): Promise<void>;
}

/** Serializes a value for a jsonb parameter. U+0000, which PostgreSQL cannot store, is removed. */
export function json(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = JSON.stringify(value);
  if (!text.includes('\\u0000')) return text;
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? withoutNul(part) : part));
}

/** Returns the text without U+0000. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '');
