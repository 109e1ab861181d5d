import type { Scope } from './database.ts';
import type { Conditions } from './listing.ts';
import { repeatableRead, type Queryable, type Statement } from './queryable.ts';

const deltasPerStatement = 50_000;
const tryLock: Statement = {
  name: 'lock_deltas',
  text: 'select pg_try_advisory_xact_lock($1) as locked',
};

/** Counters whose changes are first written as deltas, and later applied. */
export interface DeltaCounters {
  /** Advisory lock, since two processes would update the same rows. The number is arbitrary. */
  readonly lockId: number;
  /**
   * Deletes at most `$1` deltas, adds them to the counters, and returns the number of deleted deltas as `deltas`.
   */
  readonly apply: Statement;
}

/** Applies all deltas to the counters. Returns false if another process is applying them. */
export function applyDeltas(system: Scope, counts: DeltaCounters): Promise<boolean> {
  return system.transaction((tx) => applyDeltasWithin(tx, counts));
}

/** Applies all deltas within `tx`, which must not have run a statement before. The snapshot of `tx` excludes later deltas. */
export async function applyDeltasWithin(tx: Queryable, { lockId, apply }: DeltaCounters): Promise<boolean> {
  await tx.write(repeatableRead);
  const row = await tx.row<{ locked: boolean }>(tryLock, [lockId]);
  if (!row!.locked) return false;
  let applied: number;
  do {
    applied = (await tx.row<{ deltas: number }>(apply, [deltasPerStatement]))!.deltas;
  } while (applied === deltasPerStatement);
  return true;
}

/** Counters of rows by some of their columns. Triggers write the changes as deltas. */
export interface RowCounters {
  /** The table of the counts, with the columns `keys` and `count`. */
  readonly counts: string;
  readonly deltas: string;
  /** The column of `deltas` with the change of the count. */
  readonly change: string;
  /** The columns by which rows are counted, separated by commas. */
  readonly keys: string;
  /** The one of `keys` by which the recount is divided, so that no statement reaches the timeout. */
  readonly groupKey: string;
  /** Lists the groups by `workspaceId` and `id`. */
  readonly groups: Statement;
  /** SQL that counts the rows of the group `$2` of the workspace `$1`: `keys` and `count`. */
  readonly countRows: string;
  /** See `DeltaCounters`. */
  readonly lockId: number;
}

/** Returns the sum of the counts that match the conditions, with the deltas that are not applied yet. */
export async function sumCounts(
  db: Queryable,
  { counts, deltas, change }: RowCounters,
  conditions: Conditions,
): Promise<number> {
  const where = conditions.toString();
  const text = `select (coalesce((select sum(count) from ${counts} where ${where}), 0)
    + coalesce((select sum(${change}) from ${deltas} where ${where}), 0))::float8 as total`;
  const row = await db.row<{ total: number }>({ text }, conditions.values);
  return row!.total;
}

/** Returns the counters whose deltas `applyDeltas` applies. Sums deltas first: most deltas of a row cancel out. */
export const deltaCounters = ({ counts, deltas, change, keys, lockId }: RowCounters): DeltaCounters => ({
  lockId,
  apply: {
    name: `apply_${deltas}`,
    text: `with taken as (
        delete from ${deltas} where ctid = any(array(select ctid from ${deltas} limit $1)) returning *),
      updated as (
        insert into ${counts} (${keys}, count)
        select ${keys}, sum(${change})::bigint from taken group by ${keys} having sum(${change}) <> 0
        on conflict (${keys}) do update set count = ${counts}.count + excluded.count)
      select count(*)::float8 as deltas from taken`,
  },
});

/** Returns the statement that corrects the counts of the group `$2` of the workspace `$1`, and returns the number of wrong counts. */
const correction = ({ counts, keys, groupKey, countRows }: RowCounters): Statement => ({
  name: `correct_${counts}`,
  text: `with wrong as (
      select ${keys}, sum(actual)::bigint as count from (
        select ${keys}, count as actual, 0 as stored from (${countRows}) as counted
        union all
        select ${keys}, 0, count from ${counts} where workspace_id = $1 and ${groupKey} = $2) as both_counts
      group by ${keys} having sum(actual) <> sum(stored)),
    written as (
      insert into ${counts} (${keys}, count) select ${keys}, count from wrong
      on conflict (${keys}) do update set count = excluded.count)
    select count(*)::float8 as wrong from wrong`,
});

/** Recounts all rows and corrects the counts. Returns the number of wrong counts, which should be 0; 0 if another process is applying deltas. */
export function recount(system: Scope, counters: RowCounters): Promise<number> {
  const correct = correction(counters);
  return system.transaction(async (tx) => {
    if (!(await applyDeltasWithin(tx, deltaCounters(counters)))) return 0;
    let wrong = 0;
    for (const { workspaceId, id } of await tx.rows<{ workspaceId: string; id: string }>(counters.groups))
      wrong += (await tx.row<{ wrong: number }>(correct, [workspaceId, id]))!.wrong;
    return wrong;
  });
}
