import type { Scope } from '../database.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { NgramRecount } from './digit-ngrams.ts';
import { countKeys, countBucketRows, everyScope, sumRanges } from './counting-sql.ts';
import { splitRanges, findRanges } from './split-ranges.ts';
import { beginApply, applyWithin, groupBuckets, defaultSizes } from './apply-deltas.ts';

/** Number of ids per statement. One batch may have several thousand counts, and the statement must not time out. */
const idsPerStatement = 20;

const workspaces: Statement = {
  name: 'list_counted_workspaces',
  text: `select id from workspaces union select distinct workspace_id from disposition_counts order by 1`,
};

const bounds: Statement = {
  name: 'list_disposition_bounds',
  text: `select starts_at::text as bound from disposition_spans where workspace_id = $1 order by starts_at`,
};

/**
 * Returns SQL that writes the counts that differ between the queries `actual` and `stored`. It uses a union, because
 * PostgreSQL cannot estimate the number of rows and may choose a slow plan for a join.
 */
const correctionSql = (actual: string, stored: string): string => `
  with wrong as (
      select ${countKeys}, sum(actual)::bigint as count from (
        select ${countKeys}, count as actual, 0 as stored from (${actual}) as actual
        union all
        select ${countKeys}, 0, count from (${stored}) as stored) as both_counts
      group by ${countKeys} having sum(actual) <> sum(stored)),
    written as (
      insert into disposition_counts (${countKeys}, count) select ${countKeys}, count from wrong
      on conflict (${countKeys}) do update set count = excluded.count)
  select count(*)::float8 as wrong from wrong`;

const correctBuckets: Statement = {
  name: 'correct_disposition_buckets',
  text: correctionSql(
    countBucketRows,
    `select * from disposition_counts
    where workspace_id = $1 and ${everyScope} and level = 'span'
      and span_at >= ($2::timestamptz[])[1] and span_at < $3::timestamptz`,
  ),
};

/** Corrects the totals of the scopes with these ids. */
const correctTotals: Statement = {
  name: 'correct_disposition_totals',
  text: correctionSql(
    `select workspace_id, scope, scope_id, 'all' as level, timestamptz 'infinity' as span_at, disposition, status, attempt,
      agent_id, agent_name, sum(count)::bigint as count
    from disposition_counts where workspace_id = $1 and scope = $2 and scope_id = any($3) and level = 'era'
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(count) <> 0`,
    `select * from disposition_counts where workspace_id = $1 and scope = $2 and scope_id = any($3) and level = 'all'`,
  ),
};

/** Lists the ids of a scope that have counts. Skips from id to id in the index, since ids are few and counts are many. */
const scopeIds: Statement = {
  name: 'list_counted_scope_ids',
  text: `with recursive id (scope_id) as (
      select min(scope_id) from disposition_counts where workspace_id = $1 and scope = $2
      union all
      select (select min(scope_id) from disposition_counts
        where workspace_id = $1 and scope = $2 and scope_id > id.scope_id)
      from id where id.scope_id is not null)
    select scope_id as "scopeId" from id where scope_id is not null`,
};

const correctRanges: Statement = {
  name: 'correct_disposition_ranges',
  text: correctionSql(
    sumRanges(everyScope, 'span_at >= $2::timestamptz and span_at < $3::timestamptz'),
    `select * from disposition_counts
    where workspace_id = $1 and ${everyScope} and level = 'era' and span_at >= $2::timestamptz and span_at < $3::timestamptz`,
  ),
};

const removeEmpty: Statement = {
  name: 'remove_empty_disposition_counts',
  text: 'delete from disposition_counts where workspace_id = $1 and count = 0',
};

/**
 * Recounts all dispositions and corrects the counts. Returns the number of wrong counts, which should be 0. Runs
 * nightly. Skips workspaces while another process applies deltas.
 */
export async function recountDispositions(system: Scope): Promise<number> {
  let wrong = 0;
  for (const { id } of await system.rows<{ id: string }>(workspaces))
    wrong += await system.transaction((tx) => recountWorkspace(tx, id));
  return wrong;
}

async function recountWorkspace(tx: Queryable, workspaceId: string): Promise<number> {
  if (!(await beginApply(tx))) return 0;
  await applyWithin(tx);
  await tx.execute(removeEmpty, [workspaceId]);
  const rows = await tx.rows<{ bound: string }>(bounds, [workspaceId]);
  const boundaries = ['-infinity', ...rows.map(({ bound }) => bound), 'infinity'];
  let wrong = 0;
  const ngrams = new NgramRecount(workspaceId);
  for (const { starts, end } of groupBuckets(boundaries)) {
    wrong += await correct(tx, correctBuckets, [workspaceId, starts, end]);
    await ngrams.add(tx, starts[0]!, end);
  }
  wrong += await ngrams.correct(tx);
  await splitRanges(tx, workspaceId, defaultSizes.rangeBuckets);
  for (const range of await findRanges(tx, workspaceId))
    wrong += await correct(tx, correctRanges, [workspaceId, ...range]);
  for (const scope of ['workspace', 'agent', 'batch']) {
    const ids = await tx.rows<{ scopeId: string }>(scopeIds, [workspaceId, scope]);
    for (let first = 0; first < ids.length; first += idsPerStatement) {
      const idsOfChunk = ids.slice(first, first + idsPerStatement).map(({ scopeId }) => scopeId);
      wrong += await correct(tx, correctTotals, [workspaceId, scope, idsOfChunk]);
    }
  }
  return wrong;
}

async function correct(tx: Queryable, statement: Statement, values: readonly unknown[]): Promise<number> {
  const row = await tx.row<{ wrong: number }>(statement, values);
  return row!.wrong;
}
