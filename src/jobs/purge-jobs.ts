import type { Queryable, Statement } from '../store/queryable.ts';

/** Retention of failed jobs and of jobs with unknown outcome, for inspection. */
const retentionDays = 30;

const statement: Statement = {
  name: 'purge_jobs',
  text: `delete from jobs where id in (
    select id from jobs where state in ('failed', 'unknown') and run_at < now() - $1 * interval '1 day' limit 10000)`,
};

/** Deletes failed and unknown jobs after their retention, at most 10,000 per call. Returns their number. `db` must be in the system scope. */
export function purgeJobs(db: Queryable): Promise<number> {
  return db.execute(statement, [retentionDays]);
}
