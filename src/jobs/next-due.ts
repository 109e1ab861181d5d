import type { Queryable, Statement } from '../store/queryable.ts';

/** Ignores groups at their cap: the release of a slot sends a notification. */
const statement: Statement = {
  name: 'find_next_due_job',
  text: `select extract(epoch from least(
      (select min(head.run_at) from unnest($1::text[]) as due_kind cross join lateral (
        select run_at from jobs where state = 'queued' and group_id is null and kind = due_kind
        order by run_at, id limit 1) head),
      (select min(head.run_at) from job_groups g cross join lateral (
        select run_at from jobs where group_id = g.id and state = 'queued' and kind = any($1)
        order by run_at, id limit 1) head
        where g.active < g.cap)) - clock_timestamp())::float8 * 1000 as "dueInMs"`,
};

/** Returns the time until the next job is due, in ms on the database's clock. Negative if a job is due; `undefined` if no job is queued, apart from groups at their cap. */
export async function nextDueMs(db: Queryable, kinds: readonly string[]): Promise<number | undefined> {
  const row = await db.row<{ dueInMs: number | null }>(statement, [kinds]);
  return row?.dueInMs ?? undefined;
}
