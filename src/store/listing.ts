import type { Queryable, Statement } from './queryable.ts';

/** Identifies the row after which a page starts. */
export interface ListCursor {
  /** The time by which the list is sorted. */
  readonly createdAt: Date;
  readonly id: string;
}

/** The time by which a list is sorted. */
export type SortColumn = 'created_at' | 'updated_at';

/** A row of a list. `updatedAt` is needed if the list is sorted by it. */
export interface ListRow extends ListCursor {
  readonly updatedAt?: Date;
}

/** Selects a page of a list: by page number, or after a cursor. Newest first, ties by id. */
export interface ListWindow {
  /** 1 to 1,000. */
  readonly limit: number;
  /** Page number, from 1. Omitted with `after`. */
  readonly page?: number | undefined;
  readonly after?: ListCursor | undefined;
  /** Inclusive. */
  readonly createdAtFrom?: Date | undefined;
  /** Inclusive. */
  readonly createdAtTo?: Date | undefined;
}

export interface ListPage<Row> {
  readonly rows: Row[];
  /** Number of matching rows on all pages. */
  readonly total: number;
  /** Null on the last page. */
  readonly next: ListCursor | null;
}

/** SQL conditions of the filters of a list. An undefined filter adds none. */
export class Conditions {
  readonly #texts: string[] = [];
  readonly values: unknown[];

  constructor(values: unknown[] = []) {
    this.values = values;
  }

  /** Returns conditions for another part of the same statement, whose parameters continue the numbering. */
  part(): Conditions {
    return new Conditions(this.values);
  }

  /** Adds a parameter outside a condition and returns its placeholder. */
  parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** Adds a condition. `text` has one or more `?`, all of which refer to `value`. */
  add(text: string, value: unknown): this {
    if (value === undefined) return this;
    this.values.push(value);
    this.#texts.push(text.replaceAll('?', `$${this.values.length}`));
    return this;
  }

  /** Adds a condition. `text` has one `?` per value. */
  addAll(text: string, values: readonly unknown[]): this {
    const placeholders = values.map((value) => this.parameter(value));
    this.#texts.push(text.replaceAll('?', () => placeholders.shift() ?? '?'));
    return this;
  }

  toString(): string {
    return this.#texts.length === 0 ? 'true' : this.#texts.join(' and ');
  }
}

/** Returns an ILIKE pattern for values that contain `text`. Wildcards in `text` match only themselves. */
export function containsPattern(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

export interface ListSource {
  /** A table, and its alias if the columns use one. */
  readonly table: string;
  /** Includes `created_at as "createdAt"` and `id`. */
  readonly columns: string;
  readonly conditions: Conditions;
  /** Number of matching rows, if known without counting; Infinity if more rows match than are counted. */
  readonly total?: number | undefined;
  /** Default: `created_at`. */
  readonly sort?: SortColumn | undefined;
}

/**
 * Reads one page of a table with the columns `created_at` and `id`, and the number of matching rows. The total applies the
 * dates of the window but not its cursor, so it is the same on every page.
 */
export async function listPage<Row extends ListRow>(
  db: Queryable,
  { table, columns, conditions, total: known, sort = 'created_at' }: ListSource,
  window: ListWindow,
): Promise<ListPage<Row>> {
  conditions.add('created_at >= ?', window.createdAtFrom).add('created_at <= ?', window.createdAtTo);
  const where = conditions.toString();
  const total = known ?? (await countRows(db, table, conditions));
  if (skippedRows(window) >= total) return { rows: [], total, next: null };
  const { text, values } = pageClause(conditions, window, sort);
  // The ids are read from an index alone, also those of the rows before the page; only the rows of the page are read whole.
  const ids = `select id from ${table} where ${where} ${text}`;
  const page = `select ${columns} from ${table} where id = any(array(${ids})) ${orderBy(sort)}`;
  const found = await db.rows<Row>({ text: page }, values);
  return pageOf(found, total, window.limit, sort);
}

/** Returns a page. `found` has one row more than the limit if another page follows. */
export function pageOf<Row extends ListRow>(
  found: readonly Row[],
  total: number,
  limit: number,
  sort: SortColumn = 'created_at',
): ListPage<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (last === undefined || found.length <= limit) return { rows, total, next: null };
  const createdAt = sort === 'updated_at' ? last.updatedAt! : last.createdAt;
  return { rows, total, next: { createdAt, id: last.id } };
}

async function countRows(db: Queryable, table: string, conditions: Conditions): Promise<number> {
  const counted = await db.row<{ total: number }>(
    { text: `select count(*) as total from ${table} where ${conditions.toString()}` },
    conditions.values,
  );
  return counted!.total;
}

/** Returns the number of rows before the page; 0 after a cursor. */
export const skippedRows = ({ page, limit, after }: ListWindow): number =>
  after === undefined ? ((page ?? 1) - 1) * limit : 0;

const orderBy = (sort: SortColumn): string => `order by ${sort} desc, id desc`;

/** Returns the end of the statement. It reads one row more than the limit, to detect whether another page follows. */
function pageClause(
  conditions: Conditions,
  window: ListWindow,
  sort: SortColumn,
): { text: string; values: unknown[] } {
  const order = orderBy(sort);
  const at = (offset: number) => `$${conditions.values.length + offset}`;
  if (window.after !== undefined) {
    return {
      text: `and (${sort}, id) < (${at(1)}::timestamptz, ${at(2)}) ${order} limit ${at(3)}`,
      values: [...conditions.values, window.after.createdAt, window.after.id, window.limit + 1],
    };
  }
  return {
    text: `${order} limit ${at(1)} offset ${at(2)}`,
    values: [...conditions.values, window.limit + 1, skippedRows(window)],
  };
}

/** A search counts at most this many matches. */
export const maxCountedMatches = 10_000;

/**
 * `work_mem` avoids a lossy bitmap scan, which rechecks each row of a disk page. The default of 4 MB is enough for about 60,000 disk pages.
 * Without the other setting, PostgreSQL reads the whole table for a text that it expects to be frequent.
 */
const searchSettings: readonly Statement[] = [
  { text: `set local work_mem = '32MB'` },
  { text: 'set local enable_seqscan = off' },
];

interface SearchSource extends Pick<ListSource, 'table' | 'columns'> {
  /** Returns new conditions, with the pattern of the text. */
  readonly conditions: () => Conditions;
}

/** Reads one page of the rows that contain a text. Changes planner settings of the transaction. The total is at most `maxCountedMatches`. */
export async function searchPage<Row extends ListCursor>(
  tx: Queryable,
  { table, columns, conditions }: SearchSource,
  window: ListWindow,
): Promise<ListPage<Row>> {
  for (const setting of searchSettings) await tx.write(setting);
  const found = await findFew<Row>(tx, { table, columns, conditions: conditions() }, window);
  if (found !== undefined) return found;
  const page = await listPage<Row>(tx, { table, columns, conditions: conditions(), total: Infinity }, window);
  return { ...page, total: maxCountedMatches };
}

/** Returns the page if at most `maxCountedMatches` rows match: they are found by the trigram indexes, and sorted. */
async function findFew<Row extends ListCursor>(
  tx: Queryable,
  { table, columns, conditions }: ListSource,
  window: ListWindow,
): Promise<ListPage<Row> | undefined> {
  const { createdAtFrom, createdAtTo, after, limit } = window;
  conditions.add('created_at >= ?', createdAtFrom).add('created_at <= ?', createdAtTo);
  const cursor = conditions.part();
  if (after !== undefined)
    cursor.addAll('(created_at, id) < (?::timestamptz, ?)', [after.createdAt, after.id]);
  // Materialized, so that PostgreSQL plans for all matches. If it planned for the few rows of the page, it would scan the newest rows.
  const text = `with found as materialized (
      select id, created_at from ${table} where ${conditions.toString()} limit ${maxCountedMatches + 1})
    select (select count(*) from found)::float8 as total, ${columns}
    from (select) as one left join (
      select ${table}.* from (
        select id from found where ${cursor.toString()}
        order by created_at desc, id desc limit ${conditions.parameter(limit + 1)} offset ${conditions.parameter(skippedRows(window))}) as shown
      join ${table} using (id)) as row on true
    order by created_at desc, id desc`;
  const rows = await tx.rows<Row & { total: number; id: string | null }>({ text }, conditions.values);
  const { total } = rows[0]!;
  if (total > maxCountedMatches) return undefined;
  const found = rows
    .filter(({ id }) => id !== null)
    .map(({ total: _total, ...row }) => row as unknown as Row);
  return pageOf(found, total, limit);
}
