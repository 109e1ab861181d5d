export const countKeys =
  'workspace_id, scope, scope_id, level, span_at, disposition, status, attempt, agent_id, agent_name';

/** Named, so that the index by scope and span can be used. */
export const everyScope = `scope in ('workspace', 'agent', 'batch')`;

/**
 * Joins the span that a row belongs to: `starts_at`, and `era_at`, where its era begins. Both are null in the first. Not max(): that is
 * planned as if all spans before it had to be read.
 */
export const joinSpan = (row: string): string => `left join lateral (
  select span.starts_at, span.era_at from disposition_spans span
  where span.workspace_id = ${row}.workspace_id and span.starts_at <= ${row}.created_at
  order by span.starts_at desc limit 1) as span on true`;

const ofSpan = `('span', row.starts_at)`;
/** The levels at which a row counts: within its span, within its era, and over all time. */
export const everyLevel = `${ofSpan}, ('era', row.era_at), ('all', 'infinity'::timestamptz)`;

/**
 * Counts of `rows`, SQL for rows that have the begin of their span, `starts_at`, of their era, `era_at`, and how often they count,
 * `change`: for each scope, at each of the levels.
 */
export const countRows = (rows: string, levels: string): string => `
  select row.workspace_id, counted.scope, counted.scope_id, span.level, span.span_at, row.disposition, row.status, row.attempt,
    counted.agent_id, counted.agent_name, sum(row.change)::bigint as count
  from (
    select workspace_id, starts_at, era_at, disposition, status, attempt, agent_id, agent_name, batch_id, sum(change) as change
    from (${rows}) as one group by 1, 2, 3, 4, 5, 6, 7, 8, 9) as row
  cross join lateral (values
    ('workspace', '', '', ''),
    ('agent', coalesce(row.agent_id, ''), coalesce(row.agent_id, ''), coalesce(row.agent_name, '')),
    ('batch', row.batch_id, coalesce(row.agent_id, ''), coalesce(row.agent_name, ''))
  ) as counted (scope, scope_id, agent_id, agent_name)
  cross join lateral (values ${levels}) as span (level, span_at)
  where counted.scope_id is not null
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(row.change) <> 0`;

/**
 * The counts by span of the rows of workspace $1 from the first of the moments in $2 to before $3. The moments are those at
 * which spans begin.
 */
export const countSpanRows = countRows(
  `select *, 1 as change, ($2::timestamptz[])[width_bucket(created_at, $2::timestamptz[])] as starts_at, null as era_at
    from dispositions
    where workspace_id = $1 and created_at >= ($2::timestamptz[])[1] and created_at < $3::timestamptz`,
  ofSpan,
);

/** The counts by era that those by span of workspace $1 add up to: of scopes, and of spans, that pass the conditions. */
export const sumEras = (scopes: string, spans = 'true'): string => `
  select counted.workspace_id, scope, scope_id, 'era' as level, coalesce(span.era_at, '-infinity') as span_at, disposition, status,
    attempt, agent_id, agent_name, sum(count)::bigint as count
  from disposition_counts counted left join disposition_spans span
    on span.workspace_id = counted.workspace_id and span.starts_at = counted.span_at
  where counted.workspace_id = $1 and ${scopes} and level = 'span' and ${spans}
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(count) <> 0`;
