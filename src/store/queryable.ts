/** SQL with a name is prepared once per connection; without one it is parsed each time (lists with changing filters). */
export interface Statement {
  /** At most 63 bytes, and unique: two texts under one name are an error. */
  readonly name?: string;
  readonly text: string;
  /** Reads a row or a few by an index and waits for nobody: it may share its connection with others of the kind. */
  readonly isLookup?: boolean;
}

/** Where statements run: a workspace, the whole system, or a transaction within either, which takes one at a time. */
export interface Queryable {
  /** All rows. */
  rows<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row. */
  row<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row | undefined>;
  /** How many rows were touched. */
  execute(statement: Statement, values?: readonly unknown[]): Promise<number>;
  /**
   * Changes rows without waiting to hear of it where it can: in a transaction it goes out with the next statement that is waited for, or
   * with the commit, and what it meets is thrown there.
   */
  write(statement: Statement, values?: readonly unknown[]): Promise<void>;
}

/**
 * A value for a jsonb parameter. U+0000, which PostgreSQL cannot store, is left out: it is never part of what
 * somebody meant to say.
 */
export function json(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = JSON.stringify(value);
  if (!text.includes('\\u0000')) return text;
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part));
}

/** Text without U+0000. */
export const storable = (text: string): string => text.replaceAll('\0', '');
