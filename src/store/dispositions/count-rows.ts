export const countKeys =
  'workspace_id, scope, scope_id, span_at, disposition, status, attempt, agent_id, agent_name';

/** Named, so that the index by scope and span can be used. */
export const everyScope = `scope in ('workspace', 'agent', 'batch')`;

/** The begin of the span that a row belongs to. Not max(): that is planned as if all spans before it had to be read. */
export const spanStartOf = (row: string): string => `coalesce((
  select span.starts_at from disposition_spans span
  where span.workspace_id = ${row}.workspace_id and span.starts_at <= ${row}.created_at
  order by span.starts_at desc limit 1), '-infinity')`;

/**
 * Counts of `rows`, SQL for rows that have the begin of their span, `starts_at`, and how often they count, `change`: for each
 * scope, within their span and over all time.
 */
export const countRows = (rows: string): string => `
  select row.workspace_id, counted.scope, counted.scope_id, span.span_at, row.disposition, row.status, row.attempt,
    counted.agent_id, counted.agent_name, sum(row.change)::bigint as count
  from (
    select workspace_id, starts_at, disposition, status, attempt, agent_id, agent_name, batch_id, sum(change) as change
    from (${rows}) as one group by 1, 2, 3, 4, 5, 6, 7, 8) as row
  cross join lateral (values
    ('workspace', '', '', ''),
    ('agent', coalesce(row.agent_id, ''), coalesce(row.agent_id, ''), coalesce(row.agent_name, '')),
    ('batch', row.batch_id, coalesce(row.agent_id, ''), coalesce(row.agent_name, ''))
  ) as counted (scope, scope_id, agent_id, agent_name)
  cross join lateral (values (row.starts_at), ('infinity'::timestamptz)) as span (span_at)
  where counted.scope_id is not null
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(row.change) <> 0`;

/**
 * The counts by span, over all time not, of the rows of workspace $1 from the first of the moments in $2 to before $3. The moments
 * are those at which spans begin.
 */
export const countSpanRows = `
  select * from (${countRows(`
    select *, 1 as change, ($2::timestamptz[])[width_bucket(created_at, $2::timestamptz[])] as starts_at
    from dispositions
    where workspace_id = $1 and created_at >= ($2::timestamptz[])[1] and created_at < $3::timestamptz`)}) as counted
  where span_at <> 'infinity'`;
