import type { Conditions } from './listing.ts';
import type { Queryable } from './queryable.ts';

/** The tables of counters whose changes are first written as deltas. */
export interface CounterTables {
  readonly counts: string;
  readonly deltas: string;
  /** The column of `deltas` with the change of the count. */
  readonly change: string;
}

/** Returns the sum of the counts that match the conditions, with the deltas that are not applied yet. */
export async function sumCounts(
  db: Queryable,
  { counts, deltas, change }: CounterTables,
  conditions: Conditions,
): Promise<number> {
  const where = conditions.toString();
  const text = `select (coalesce((select sum(count) from ${counts} where ${where}), 0)
    + coalesce((select sum(${change}) from ${deltas} where ${where}), 0))::float8 as total`;
  const row = await db.row<{ total: number }>({ text }, conditions.values);
  return row!.total;
}
