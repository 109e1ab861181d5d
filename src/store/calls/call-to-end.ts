import type { BatchStatus, JobStatus } from '../../domain/batches/batch-state.ts';
import type { Retry } from '../../domain/batches/batch.ts';
import type { DispositionCode } from '../../domain/disposition.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** A call that has not ended, and the rows that change with its end. No other operation changes these rows until then. */
export interface CallToEnd {
  readonly isAnswered: boolean;
  readonly isDialed: boolean;
  /** The workspace's disposition code with which the call ends; null if the code is built in or unknown. */
  readonly workspaceCode: DispositionCode | null;
  /** The job of the call; null if the call has none. */
  readonly job: JobToFinish | null;
  /** The disposition that the call follows up; null if there is none. */
  readonly callback: CallbackToFinish | null;
}

/** A job of a batch, and its batch, both locked by `lockJobOfCall`. */
export interface JobToFinish {
  readonly id: string;
  readonly status: JobStatus;
  /** Number of calls so far. */
  readonly attempt: number;
  readonly batch: {
    readonly id: string;
    readonly status: BatchStatus;
    readonly retry: Retry;
    /** Number of jobs that are pending, dialing or in progress. */
    readonly openJobs: number;
    readonly recentCalls: number;
    /** Bit mask of recent calls: a set bit is a failure. */
    readonly recentFailures: number;
  };
}

export interface CallbackToFinish {
  readonly dispositionId: string;
  /** Number of calls that may follow this one. */
  readonly attemptsLeft: number;
  readonly expiresAt: Date;
}

interface Row extends Pick<CallToEnd, 'isAnswered' | 'isDialed' | 'workspaceCode' | 'job'> {
  readonly dispositionId: string | null;
  readonly attemptsLeft: number | null;
  readonly expiresAt: Date | null;
}

const statement: Statement = {
  name: 'find_call_to_end',
  text: `select call.answered_at is not null as "isAnswered", call.dialed_at is not null as "isDialed",
      case when code.code is not null then jsonb_build_object('isTerminal', code.is_terminal, 'addsToDnc', code.adds_to_dnc,
        'retryDelaySeconds', code.retry_delay_seconds) end as "workspaceCode",
      case when batch.id is not null then jsonb_build_object('id', job.id, 'status', job.status, 'attempt', job.attempt,
        'batch', jsonb_build_object('id', batch.id, 'status', batch.status, 'retry', batch.retry,
          'openJobs', batch.pending + batch.dialing + batch.in_progress,
          'recentCalls', batch.recent_calls, 'recentFailures', batch.recent_failures)) end as job,
      disposition.id as "dispositionId", disposition.tries_left as "attemptsLeft", disposition.expires_at as "expiresAt"
    from calls call
    left join batch_jobs job on job.workspace_id = call.workspace_id and job.batch_id = call.batch_id and job.id = call.job_id
      and job.call_id = call.id
    left join batches batch on batch.workspace_id = job.workspace_id and batch.id = job.batch_id
    left join dispositions disposition on disposition.workspace_id = call.workspace_id
      and disposition.follow_up_call_id = call.id and disposition.status = 'in_progress'
    left join disposition_codes code on code.workspace_id = call.workspace_id and code.code = $3
    where call.workspace_id = $1 and call.id = $2 and call.state <> 'ended'`,
};

/** Returns the call, or undefined if it has ended or does not exist. `code` is the disposition code with which it ends. */
export async function findCallToEnd(
  tx: Queryable,
  call: { readonly workspaceId: string; readonly callId: string; readonly code: string },
): Promise<CallToEnd | undefined> {
  const row = await tx.row<Row>(statement, [call.workspaceId, call.callId, call.code]);
  if (row === undefined) return undefined;
  const { dispositionId, attemptsLeft, expiresAt, ...rest } = row;
  const isCallback = dispositionId !== null && attemptsLeft !== null && expiresAt !== null;
  return { ...rest, callback: isCallback ? { dispositionId, attemptsLeft, expiresAt } : null };
}
