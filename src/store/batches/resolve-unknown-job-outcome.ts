import type { EndReason } from '../../domain/call-state.ts';
import { jobAfterCall } from '../../domain/batches/job-after-call.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** The end of a call that was considered lost. */
export interface RecoveredEnd {
  readonly workspaceId: string;
  readonly callId: string;
  readonly endReason: EndReason;
  readonly endDetail: string | null;
  readonly disposition: string;
  readonly isAnswered: boolean;
  readonly optedOut: boolean;
  readonly at: Date;
}

const statement: Statement = {
  name: 'resolve_unknown_job_outcome',
  text: `with call as materialized (select id, batch_id, job_id from calls where workspace_id = $1 and id = $2),
    batch as materialized (
      select id from batches where workspace_id = $1 and id = (select batch_id from call) for no key update)
    update batch_jobs job set status = $3, outcome = $4, detail = $5, updated_at = $6
    from call join batch on batch.id = call.batch_id
    where job.workspace_id = $1 and job.batch_id = batch.id and job.id = call.job_id and job.call_id = call.id
      and job.outcome = 'unknown'`,
};

/**
 * Writes the outcome of a job whose outcome is `unknown`, so that the number is not called again needlessly. The job is
 * not retried, since its batch may have ended. Returns false if the outcome is already known.
 */
export async function resolveUnknownJobOutcome(db: Queryable, found: RecoveredEnd): Promise<boolean> {
  const { workspaceId, callId, optedOut: addsToDnc, at: endedAt, ...end } = found;
  const noRetry = { retry: { maxAttempts: 1, on: [], delays: ['1h'] }, attempt: 1, isBatchOpen: false };
  const { status, outcome, detail } = jobAfterCall({ ...end, addsToDnc, endedAt }, noRetry);
  const settled = await db.execute(statement, [workspaceId, callId, status, outcome, detail, endedAt]);
  return settled > 0;
}
