import type { Queryable, Statement } from '../queryable.ts';
import { countKeys, everyScope, sumRanges } from './counting-sql.ts';

const findLarge: Statement = {
  name: 'find_large_disposition_ranges',
  text: `select era_at::text as "rangeStartsAt", count(*)::float8 as buckets from disposition_spans
    where workspace_id = $1 group by era_at having count(*) > $2`,
};

/** Splits a range. The first part starts at the start of the range. */
const moveBuckets: Statement = {
  name: 'split_disposition_range',
  text: `update disposition_spans bucket set era_at = first_at
    from (
      select starts_at, first_value(starts_at) over (partition by part order by starts_at) as first_at
      from (
        select starts_at, (row_number() over (order by starts_at) - 1) / $3::int as part
        from disposition_spans where workspace_id = $1 and era_at = $2::timestamptz) as place
      where part > 0) as moved
    where bucket.workspace_id = $1 and bucket.starts_at = moved.starts_at`,
};

const deleteCounts: Statement = {
  name: 'delete_disposition_range_counts',
  text: `delete from disposition_counts
    where workspace_id = $1 and ${everyScope} and level = 'era' and span_at = $2::timestamptz`,
};

/** Recounts one range, which keeps the statement below the statement timeout. */
const recount: Statement = {
  name: 'recount_disposition_ranges',
  text: `insert into disposition_counts (${countKeys}, count) ${sumRanges(
    everyScope,
    `span_at >= $2::timestamptz and span_at < $3::timestamptz`,
  )}`,
};

const findEnd: Statement = {
  name: 'find_disposition_range_end',
  text: `select coalesce(min(starts_at), 'infinity')::text as "endsAt" from disposition_spans
    where workspace_id = $1 and era_at > $2::timestamptz`,
};

const listRanges: Statement = {
  name: 'list_disposition_ranges',
  text: `select distinct era_at, era_at::text as bound from disposition_spans
    where workspace_id = $1 and era_at > $2::timestamptz and era_at < $3::timestamptz order by era_at`,
};

/** Returns the bounds of the ranges between `start` and `end`, which are bounds of ranges. All are in PostgreSQL's text format. */
export async function findRanges(
  tx: Queryable,
  workspaceId: string,
  { start, end }: { readonly start: string; readonly end: string } = { start: '-infinity', end: 'infinity' },
): Promise<[start: string, end: string][]> {
  const rows = await tx.rows<{ bound: string }>(listRanges, [workspaceId, start, end]);
  const bounds = [start, ...rows.map(({ bound }) => bound), end];
  return bounds.slice(1).map((bound, index) => [bounds[index]!, bound]);
}

/** Splits the ranges of a workspace that have more than twice `rangeBuckets` buckets. Requires a snapshot in which all deltas are applied. */
export async function splitRanges(tx: Queryable, workspaceId: string, rangeBuckets: number): Promise<void> {
  for (const { rangeStartsAt } of await tx.rows<{ rangeStartsAt: string }>(findLarge, [
    workspaceId,
    2 * rangeBuckets,
  ])) {
    const { endsAt } = (await tx.row<{ endsAt: string }>(findEnd, [workspaceId, rangeStartsAt]))!;
    await tx.execute(moveBuckets, [workspaceId, rangeStartsAt, rangeBuckets]);
    await tx.execute(deleteCounts, [workspaceId, rangeStartsAt]);
    for (const bounds of await findRanges(tx, workspaceId, { start: rangeStartsAt, end: endsAt }))
      await tx.execute(recount, [workspaceId, ...bounds]);
  }
}
