export const countKeys =
  'workspace_id, scope, scope_id, level, span_at, disposition, status, attempt, agent_id, agent_name';

/** SQL condition that lists all scopes, so that the index by scope and bucket can be used. */
export const everyScope = `scope in ('workspace', 'agent', 'batch')`;

/**
 * SQL that joins the bucket of a row: `starts_at`, and `era_at`, the start of its range. Both are null for the first bucket. Avoids max(),
 * for which PostgreSQL would plan to read all earlier buckets.
 */
export const joinBucket = (row: string): string => `left join lateral (
  select bucket.starts_at, bucket.era_at from disposition_spans bucket
  where bucket.workspace_id = ${row}.workspace_id and bucket.starts_at <= ${row}.created_at
  order by bucket.starts_at desc limit 1) as bucket on true`;

const bucketLevel = `('span', row.starts_at)`;
/** SQL values of the levels at which a row counts: its bucket, its range, and all time. */
export const everyLevel = `${bucketLevel}, ('era', row.era_at), ('all', 'infinity'::timestamptz)`;

/**
 * SQL that counts `rows` for each scope, at each of the levels. `rows`: SQL for rows with the start of their bucket (`starts_at`), of
 * their range (`era_at`), and their delta (`change`).
 */
export const countRows = (rows: string, levels: string): string => `
  select row.workspace_id, counted.scope, counted.scope_id, bucket.level, bucket.span_at, row.disposition, row.status, row.attempt,
    counted.agent_id, counted.agent_name, sum(row.change)::bigint as count
  from (
    select workspace_id, starts_at, era_at, disposition, status, attempt, agent_id, agent_name, batch_id, sum(change) as change
    from (${rows}) as one group by 1, 2, 3, 4, 5, 6, 7, 8, 9) as row
  cross join lateral (values
    ('workspace', '', '', ''),
    ('agent', coalesce(row.agent_id, ''), coalesce(row.agent_id, ''), coalesce(row.agent_name, '')),
    ('batch', row.batch_id, coalesce(row.agent_id, ''), coalesce(row.agent_name, ''))
  ) as counted (scope, scope_id, agent_id, agent_name)
  cross join lateral (values ${levels}) as bucket (level, span_at)
  where counted.scope_id is not null
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(row.change) <> 0`;

/**
 * SQL for the counts by bucket of the rows of workspace $1. $2: the starts of consecutive buckets; $3: the end of the last.
 */
export const countBucketRows = countRows(
  `select *, 1 as change, ($2::timestamptz[])[width_bucket(created_at, $2::timestamptz[])] as starts_at, null as era_at
    from dispositions
    where workspace_id = $1 and created_at >= ($2::timestamptz[])[1] and created_at < $3::timestamptz`,
  bucketLevel,
);

/** SQL that sums the counts by bucket of workspace $1 to counts by range, for scopes and buckets that pass the conditions. */
export const sumRanges = (scopes: string, buckets = 'true'): string => `
  select counted.workspace_id, scope, scope_id, 'era' as level, coalesce(bucket.era_at, '-infinity') as span_at, disposition, status,
    attempt, agent_id, agent_name, sum(count)::bigint as count
  from disposition_counts counted left join disposition_spans bucket
    on bucket.workspace_id = counted.workspace_id and bucket.starts_at = counted.span_at
  where counted.workspace_id = $1 and ${scopes} and level = 'span' and ${buckets}
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(count) <> 0`;
