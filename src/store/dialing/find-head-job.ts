import type { WhichBatch } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** The pending job whose time comes first. */
export interface HeadJob {
  readonly runAt: Date;
  /** It waits for hours in which it may be called. */
  readonly isPutOff: boolean;
  readonly attempt: number;
  /** How often in a row whoever is asked before each call gave no answer. */
  readonly predialFailures: number;
}

const statement: Statement = {
  name: 'find_head_batch_job',
  text: `select run_at as "runAt", put_off_by is not null as "isPutOff", attempt, predial_failures as "predialFailures" from batch_jobs
    where workspace_id = $1 and batch_id = $2 and status = 'pending' order by run_at, id limit 1`,
};

export function findHeadJob(
  db: Queryable,
  { workspaceId, batchId }: WhichBatch,
): Promise<HeadJob | undefined> {
  return db.row<HeadJob>(statement, [workspaceId, batchId]);
}
