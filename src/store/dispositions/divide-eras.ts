import type { Queryable, Statement } from '../queryable.ts';
import { countKeys, everyScope, sumEras } from './count-rows.ts';

const findLarge: Statement = {
  name: 'find_large_disposition_eras',
  text: `select era_at::text as "eraAt", count(*)::float8 as spans from disposition_spans
    where workspace_id = $1 group by era_at having count(*) > $2`,
};

/** The first keeps its name, which is that of its first span. */
const divide: Statement = {
  name: 'divide_disposition_era',
  text: `update disposition_spans span set era_at = first_at
    from (
      select starts_at, first_value(starts_at) over (partition by part order by starts_at) as first_at
      from (
        select starts_at, (row_number() over (order by starts_at) - 1) / $3::int as part
        from disposition_spans where workspace_id = $1 and era_at = $2::timestamptz) as place
      where part > 0) as moved
    where span.workspace_id = $1 and span.starts_at = moved.starts_at`,
};

const forget: Statement = {
  name: 'forget_disposition_era',
  text: `delete from disposition_counts
    where workspace_id = $1 and ${everyScope} and level = 'era' and span_at = $2::timestamptz`,
};

/** Of one era: its spans are few enough that the statement ends in time. */
const recount: Statement = {
  name: 'recount_disposition_eras',
  text: `insert into disposition_counts (${countKeys}, count) ${sumEras(
    everyScope,
    `span_at >= $2::timestamptz and span_at < $3::timestamptz`,
  )}`,
};

const findEnd: Statement = {
  name: 'find_disposition_era_end',
  text: `select coalesce(min(starts_at), 'infinity')::text as "endsAt" from disposition_spans
    where workspace_id = $1 and era_at > $2::timestamptz`,
};

const listEras: Statement = {
  name: 'list_disposition_eras',
  text: `select distinct era_at, era_at::text as bound from disposition_spans
    where workspace_id = $1 and era_at > $2::timestamptz and era_at < $3::timestamptz order by era_at`,
};

/** The bounds of each era from the one that begins at `start` to before `end`, all as PostgreSQL writes moments. */
export async function findEras(
  tx: Queryable,
  workspaceId: string,
  { start, end }: { readonly start: string; readonly end: string } = { start: '-infinity', end: 'infinity' },
): Promise<[start: string, end: string][]> {
  const rows = await tx.rows<{ bound: string }>(listEras, [workspaceId, start, end]);
  const bounds = [start, ...rows.map(({ bound }) => bound), end];
  return bounds.slice(1).map((bound, index) => [bounds[index]!, bound]);
}

/** Divides the eras of a workspace that have more than twice as many spans. In a fold: all counts by span are right. */
export async function divideEras(tx: Queryable, workspaceId: string, eraSpans: number): Promise<void> {
  for (const { eraAt } of await tx.rows<{ eraAt: string }>(findLarge, [workspaceId, 2 * eraSpans])) {
    const { endsAt } = (await tx.row<{ endsAt: string }>(findEnd, [workspaceId, eraAt]))!;
    await tx.execute(divide, [workspaceId, eraAt, eraSpans]);
    await tx.execute(forget, [workspaceId, eraAt]);
    for (const bounds of await findEras(tx, workspaceId, { start: eraAt, end: endsAt }))
      await tx.execute(recount, [workspaceId, ...bounds]);
  }
}
