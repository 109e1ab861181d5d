import type { Queryable } from './queryable.ts';

/** Behind which row a list goes on. */
export interface ListCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** Which part of a list: a numbered page, or what follows a cursor. Newest first, ties by id. */
export interface ListWindow {
  /** 1 to 1,000. */
  readonly limit: number;
  /** From 1. Left out with `after`. */
  readonly page?: number | undefined;
  readonly after?: ListCursor | undefined;
  /** Inclusive. */
  readonly createdAtFrom?: Date | undefined;
  /** Inclusive. */
  readonly createdAtTo?: Date | undefined;
}

export interface ListPage<Row> {
  readonly rows: Row[];
  /** Of all rows that match, on whatever page. */
  readonly total: number;
  /** Null when this was the last page. */
  readonly next: ListCursor | null;
}

/** Conditions that a list's filters add up to; a filter that is undefined adds none. */
export class Conditions {
  readonly #texts: string[] = [];
  readonly values: unknown[];

  constructor(values: unknown[] = []) {
    this.values = values;
  }

  /** Conditions of another part of the same statement: its parameters are numbered on from these. */
  part(): Conditions {
    return new Conditions(this.values);
  }

  /** The place that a parameter takes, for a part of the statement that is no condition. */
  parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** `text` has one or more `?`, all of which stand for `value`. */
  add(text: string, value: unknown): this {
    if (value === undefined) return this;
    this.values.push(value);
    this.#texts.push(text.replaceAll('?', `$${this.values.length}`));
    return this;
  }

  /** `text` has a `?` for each of the values. */
  addAll(text: string, values: readonly unknown[]): this {
    const places = values.map((value) => this.parameter(value));
    this.#texts.push(text.replaceAll('?', () => places.shift() ?? '?'));
    return this;
  }

  toString(): string {
    return this.#texts.length === 0 ? 'true' : this.#texts.join(' and ');
  }
}

/** A pattern for ILIKE that finds `text` anywhere, taken literally. */
export function containing(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

export interface ListSource {
  readonly table: string;
  /** Includes `created_at as "createdAt"` and `id`. */
  readonly columns: string;
  readonly conditions: Conditions;
  /** How many rows match, where that is known without counting them. */
  readonly total?: number | undefined;
}

/**
 * One page of a table that has `created_at` and `id`, and the number of all rows that match. The window's dates count as
 * filters, its cursor does not: the total is the same on every page.
 */
export async function listPage<Row extends ListCursor>(
  db: Queryable,
  { table, columns, conditions, total: known }: ListSource,
  window: ListWindow,
): Promise<ListPage<Row>> {
  conditions.add('created_at >= ?', window.createdAtFrom).add('created_at <= ?', window.createdAtTo);
  const where = conditions.toString();
  const total = known ?? (await countRows(db, table, conditions));
  if (skippedRows(window) >= total) return { rows: [], total, next: null };
  const { text, values } = pageOf(conditions, window);
  const found = await db.rows<Row>(
    { text: `select ${columns} from ${table} where ${where} ${text}` },
    values,
  );
  const rows = found.slice(0, window.limit);
  const last = rows.at(-1);
  const more = found.length > window.limit && last !== undefined;
  return {
    rows,
    total,
    next: more ? { createdAt: last.createdAt, id: last.id } : null,
  };
}

async function countRows(db: Queryable, table: string, conditions: Conditions): Promise<number> {
  const counted = await db.row<{ total: number }>(
    { text: `select count(*) as total from ${table} where ${conditions.toString()}` },
    conditions.values,
  );
  return counted!.total;
}

/** Nothing is skipped behind a cursor. */
const skippedRows = ({ page, limit, after }: ListWindow): number =>
  after === undefined ? ((page ?? 1) - 1) * limit : 0;

/** One row more than the limit tells whether another page follows. */
function pageOf(conditions: Conditions, window: ListWindow): { text: string; values: unknown[] } {
  const order = 'order by created_at desc, id desc';
  const at = (offset: number) => `$${conditions.values.length + offset}`;
  if (window.after !== undefined) {
    return {
      text: `and (created_at, id) < (${at(1)}::timestamptz, ${at(2)}) ${order} limit ${at(3)}`,
      values: [...conditions.values, window.after.createdAt, window.after.id, window.limit + 1],
    };
  }
  return {
    text: `${order} limit ${at(1)} offset ${at(2)}`,
    values: [...conditions.values, window.limit + 1, skippedRows(window)],
  };
}
