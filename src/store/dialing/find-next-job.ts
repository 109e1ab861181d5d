import type { BatchKey } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** The pending job that is due first. */
export interface NextJob {
  readonly runAt: Date;
  /** Whether the job waits for its calling hours. */
  readonly isDeferred: boolean;
  /** Whether the calling hours never allow the job. `runAt` is then the time of the next check. */
  readonly isNeverAllowed: boolean;
  readonly attempt: number;
  /** Number of consecutive predial checks without a usable response. */
  readonly predialFailures: number;
}

const nextJobSql = (
  condition: string,
): string => `select run_at as "runAt", put_off_by is not null as "isDeferred",
      put_off_detail is not null as "isNeverAllowed", attempt, predial_failures as "predialFailures"
    from batch_jobs where workspace_id = $1 and batch_id = $2 and status = 'pending'${condition} order by run_at, id limit 1`;

const statement: Statement = { name: 'find_next_batch_job', text: nextJobSql('') };
const allowed: Statement = {
  name: 'find_next_allowed_batch_job',
  text: nextJobSql(' and put_off_detail is null'),
};

export function findNextJob(db: Queryable, { workspaceId, batchId }: BatchKey): Promise<NextJob | undefined> {
  return db.row<NextJob>(statement, [workspaceId, batchId]);
}

/**
 * Returns the first job that the calling hours allow at some time. `head` is the result of `findNextJob`; it is also
 * returned if no job is ever allowed.
 */
export async function findNextAllowedJob(
  db: Queryable,
  { workspaceId, batchId }: BatchKey,
  head: NextJob | undefined,
): Promise<NextJob | undefined> {
  if (head?.isNeverAllowed !== true) return head;
  return (await db.row<NextJob>(allowed, [workspaceId, batchId])) ?? head;
}
