import type { Retry } from '../../domain/batches/batch.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** What follows a call that has not ended: its job in a batch. All that is read here stays as it is until the call ends. */
export interface Followers {
  readonly answered: boolean;
  readonly dialed: boolean;
  /** Whether the workspace's own code, which the call is about to end with, puts numbers on the do-not-call list. */
  readonly addsToDnc: boolean;
  /** Null: the call is of no batch. */
  readonly batchId: string | null;
  readonly retry: Retry | null;
  /** Of the job: calls begun so far. */
  readonly attempt: number | null;
}

const statement: Statement = {
  name: 'find_followers',
  text: `select call.answered_at is not null as answered, call.dialed_at is not null as dialed,
      coalesce(code.adds_to_dnc, false) as "addsToDnc", batch.id as "batchId", batch.retry, job.attempt
    from calls call
    left join batch_jobs job on job.workspace_id = call.workspace_id and job.batch_id = call.batch_id and job.id = call.job_id
      and job.call_id = call.id
    left join batches batch on batch.workspace_id = job.workspace_id and batch.id = job.batch_id
    left join disposition_codes code on code.workspace_id = call.workspace_id and code.code = $3
    where call.workspace_id = $1 and call.id = $2 and call.state <> 'ended'`,
};

/** Undefined where the call has ended, or there is none. `code` is the disposition that it is about to end with. */
export function findFollowers(
  db: Queryable,
  {
    workspaceId,
    callId,
    code,
  }: { readonly workspaceId: string; readonly callId: string; readonly code: string },
): Promise<Followers | undefined> {
  return db.row<Followers>(statement, [workspaceId, callId, code]);
}
