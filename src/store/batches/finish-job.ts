import {
  addResult,
  carrierResultOf,
  isTripped,
  trippedDetail,
  type RecentCalls,
} from '../../domain/batches/circuit-breaker.ts';
import type { BatchStatus } from '../../domain/batches/batch-state.ts';
import { jobAfterCall, type JobTransition } from '../../domain/batches/job-after-call.ts';
import type { EndReason } from '../../domain/call-state.ts';
import type { JobToFinish } from '../calls/call-to-end.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { completeBatch, notifyDialers } from './batches.ts';

const lockBatch: Statement = {
  name: 'lock_batch_of_call',
  text: `select from batches
    where workspace_id = $1 and id = (select batch_id from calls where workspace_id = $1 and id = $2)
    for no key update`,
};

const lockJob: Statement = {
  name: 'lock_job_of_call',
  text: `select from calls call
    join batch_jobs job on job.workspace_id = call.workspace_id and job.batch_id = call.batch_id and job.id = call.job_id
    where call.workspace_id = $1 and call.id = $2
    for no key update of job`,
};

/**
 * Locks the batch and then the job of a call, if it has a job. Must precede the locks on the call and the concurrency counters, as in the
 * dialer.
 */
export async function lockJobOfCall(
  tx: Queryable,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
): Promise<void> {
  await tx.write(lockBatch, [workspaceId, callId]);
  await tx.write(lockJob, [workspaceId, callId]);
}

/** The end of the call of a job. */
export interface JobCallEnd {
  readonly workspaceId: string;
  readonly endReason: EndReason;
  readonly endDetail: string | null;
  readonly endedAt: Date;
  readonly disposition: string;
  readonly isDialed: boolean;
  readonly isAnswered: boolean;
  /** Whether the disposition adds the number to the do-not-call list. */
  readonly addsToDnc: boolean;
  readonly at: Date;
}

/** Triggers update the counts of the batch. */
const updateJob: Statement = {
  name: 'move_job_of_call',
  text: `update batch_jobs set status = $4, outcome = $5, skip_reason = $6, detail = $7, run_at = coalesce($8, run_at),
      owner = null, lease_until = null, updated_at = $9, ended_at = $10
    where workspace_id = $1 and batch_id = $2 and id = $3`,
};

const recordRecentCalls: Statement = {
  name: 'record_recent_calls',
  text: `update batches set recent_calls = $3, recent_failures = $4, updated_at = greatest(updated_at, $5)
    where workspace_id = $1 and id = $2 and ended_at is null`,
};

const pauseBatch: Statement = {
  name: 'pause_batch_of_call',
  text: `update batches set status = 'paused', status_detail = $3, waiting_for = 'none' where workspace_id = $1 and id = $2`,
};

const openStatuses: ReadonlySet<BatchStatus> = new Set(['scheduled', 'running', 'paused']);

/**
 * Finishes the job of a call that has ended, or makes it due again if its batch is open. Completes the batch after its last job, and
 * pauses it if too many of its recent calls failed at the carrier. Runs in the transaction of `lockJobOfCall`.
 */
export async function finishJob(tx: Queryable, job: JobToFinish, end: JobCallEnd): Promise<void> {
  if (job.status !== 'dialing' && job.status !== 'in_progress') return;
  const { attempt, batch } = job;
  const { workspaceId, at } = end;
  const transition = jobAfterCall(end, {
    retry: batch.retry,
    attempt,
    isBatchOpen: openStatuses.has(batch.status),
  });
  await writeTransition(tx, job, transition, end);
  const recent = recentCallsAfter(batch, end);
  await tx.write(recordRecentCalls, [workspaceId, batch.id, recent.count, recent.failures, at]);
  const isLast = transition.status !== 'pending' && batch.openJobs === 1;
  if (isLast && (batch.status === 'running' || batch.status === 'paused'))
    await completeBatch(tx, { workspaceId, batchId: batch.id, at });
  else if (batch.status === 'running' && isTripped(recent))
    await tx.write(pauseBatch, [workspaceId, batch.id, trippedDetail(end.endDetail)]);
  if (transition.status === 'pending') await notifyDialers(tx, batch.id, batch.status);
}

function writeTransition(
  tx: Queryable,
  job: JobToFinish,
  transition: JobTransition,
  end: JobCallEnd,
): Promise<void> {
  return tx.write(updateJob, [
    end.workspaceId,
    job.batch.id,
    job.id,
    transition.status,
    transition.outcome,
    transition.skipReason,
    transition.detail,
    transition.runAt,
    end.at,
    transition.status === 'pending' ? null : end.endedAt,
  ]);
}

function recentCallsAfter(
  { recentCalls: count, recentFailures: failures }: JobToFinish['batch'],
  { endReason, isDialed }: JobCallEnd,
): RecentCalls {
  const result = carrierResultOf(endReason, isDialed);
  return result === undefined ? { count, failures } : addResult({ count, failures }, result);
}
