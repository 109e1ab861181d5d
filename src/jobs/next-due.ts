import type { Queryable, Statement } from '../store/queryable.ts';

/** A full group counts for nothing: whoever makes room in it tells. */
const statement: Statement = {
  name: 'next_due_job',
  text: `select extract(epoch from least(
      (select run_at from jobs where state = 'queued' and group_id is null and kind = any($1)
        order by run_at, id limit 1),
      (select min(head.run_at) from job_groups g cross join lateral (
        select run_at from jobs where group_id = g.id and state = 'queued' and kind = any($1)
        order by run_at, id limit 1) head
        where g.active < g.cap)) - clock_timestamp())::float8 * 1000 as "dueInMs"`,
};

/** Milliseconds, by the database's clock, until a job is due: negative when one is; undefined when none waits. */
export async function nextDueMs(db: Queryable, kinds: readonly string[]): Promise<number | undefined> {
  const row = await db.row<{ dueInMs: number | null }>(statement, [kinds]);
  return row?.dueInMs ?? undefined;
}
