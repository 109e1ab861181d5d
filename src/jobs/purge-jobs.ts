import type { Queryable, Statement } from '../store/queryable.ts';

/** How long a job that will not be tried again is kept for whoever asks what became of it. */
const keptDays = 30;

const statement: Statement = {
  name: 'purge_jobs',
  text: `delete from jobs where id in (
    select id from jobs where state in ('failed', 'unknown') and run_at < now() - $1 * interval '1 day' limit 10000)`,
};

/** Deletes what gave up a month ago, 10,000 at a time; how many. `db` is the system's scope. */
export function purgeJobs(db: Queryable): Promise<number> {
  return db.execute(statement, [keptDays]);
}
