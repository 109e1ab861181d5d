import type { Retry } from '../../domain/batches/batch.ts';
import type { DispositionCode } from '../../domain/disposition.ts';
import type { Queryable, Statement } from '../queryable.ts';

/**
 * What follows a call that has not ended: its job in a batch, and the disposition that it was made for. All that is read here stays as it
 * is until the call ends.
 */
export interface Followers {
  readonly answered: boolean;
  readonly dialed: boolean;
  /** Of the workspace's own code that the call is about to end with. */
  readonly ownCode: DispositionCode | null;
  /** Null: the call is of no batch. */
  readonly batchId: string | null;
  readonly retry: Retry | null;
  /** Of the job: calls begun so far. */
  readonly attempt: number | null;
  /** Null: the call follows no disposition up. */
  readonly dispositionId: string | null;
  readonly triesLeft: number | null;
  readonly expiresAt: Date | null;
}

const statement: Statement = {
  name: 'find_followers',
  text: `select call.answered_at is not null as answered, call.dialed_at is not null as dialed,
      case when code.code is not null then jsonb_build_object('isTerminal', code.is_terminal, 'addsToDnc', code.adds_to_dnc,
        'retryDelaySeconds', code.retry_delay_seconds) end as "ownCode",
      batch.id as "batchId", batch.retry, job.attempt,
      disposition.id as "dispositionId", disposition.tries_left as "triesLeft", disposition.expires_at as "expiresAt"
    from calls call
    left join batch_jobs job on job.workspace_id = call.workspace_id and job.batch_id = call.batch_id and job.id = call.job_id
      and job.call_id = call.id
    left join batches batch on batch.workspace_id = job.workspace_id and batch.id = job.batch_id
    left join dispositions disposition on disposition.workspace_id = call.workspace_id
      and disposition.follow_up_call_id = call.id and disposition.status = 'in_progress'
    left join disposition_codes code on code.workspace_id = call.workspace_id and code.code = $3
    where call.workspace_id = $1 and call.id = $2 and call.state <> 'ended'`,
};

export interface CallAboutToEnd {
  readonly workspaceId: string;
  readonly callId: string;
  /** The disposition that it is about to end with. */
  readonly code: string;
}

/** Undefined where the call has ended, or there is none. */
export function findFollowers(
  db: Queryable,
  { workspaceId, callId, code }: CallAboutToEnd,
): Promise<Followers | undefined> {
  return db.row<Followers>(statement, [workspaceId, callId, code]);
}
