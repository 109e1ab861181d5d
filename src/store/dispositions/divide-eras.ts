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

/** Its spans are now those of several eras. */
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

/** Divides the eras of a workspace that have more than twice as many spans. In a fold: all counts by span are right. */
export async function divideEras(tx: Queryable, workspaceId: string, eraSpans: number): Promise<void> {
  for (const { eraAt } of await tx.rows<{ eraAt: string }>(findLarge, [workspaceId, 2 * eraSpans])) {
    const end = await tx.row<{ endsAt: string }>(findEnd, [workspaceId, eraAt]);
    await tx.execute(divide, [workspaceId, eraAt, eraSpans]);
    await tx.execute(forget, [workspaceId, eraAt]);
    await tx.execute(recount, [workspaceId, eraAt, end!.endsAt]);
  }
}
