import type { WhichBatch } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** The pending job whose time comes first. */
export interface HeadJob {
  readonly runAt: Date;
  /** It waits for hours in which it may be called. */
  readonly isPutOff: boolean;
  /** The hours that put it off never let it be called: its time is that of the next look. */
  readonly isNeverAllowed: boolean;
  readonly attempt: number;
  /** How often in a row whoever is asked before each call gave no answer. */
  readonly predialFailures: number;
}

const headWhere = (
  condition: string,
): string => `select run_at as "runAt", put_off_by is not null as "isPutOff",
      put_off_detail is not null as "isNeverAllowed", attempt, predial_failures as "predialFailures"
    from batch_jobs where workspace_id = $1 and batch_id = $2 and status = 'pending'${condition} order by run_at, id limit 1`;

const statement: Statement = { name: 'find_head_batch_job', text: headWhere('') };
const allowed: Statement = {
  name: 'find_head_allowed_batch_job',
  text: headWhere(' and put_off_detail is null'),
};

export function findHeadJob(
  db: Queryable,
  { workspaceId, batchId }: WhichBatch,
): Promise<HeadJob | undefined> {
  return db.row<HeadJob>(statement, [workspaceId, batchId]);
}

/** The first whose own time it is that comes: `head`, or where that is never allowed the first that is; it itself where none is. */
export async function findHeadAllowed(
  db: Queryable,
  { workspaceId, batchId }: WhichBatch,
  head: HeadJob | undefined,
): Promise<HeadJob | undefined> {
  if (head?.isNeverAllowed !== true) return head;
  return (await db.row<HeadJob>(allowed, [workspaceId, batchId])) ?? head;
}
