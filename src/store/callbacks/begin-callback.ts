import { newId } from '../../core/ids.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { WhichCallback } from './list-due-callbacks.ts';

export interface BegunCallback extends WhichCallback {
  /** That follows it up. */
  readonly callId: string;
  /** Calls that are made for it at most. */
  readonly triesMax: number;
  /** Nobody is called after it, unless an earlier one was set when it was first followed up. */
  readonly expiresAt: Date;
  readonly at: Date;
}

const statement: Statement = {
  name: 'begin_callback',
  text: `with begun as (
      update dispositions set status = 'in_progress', follow_up_call_id = $3, times_due = times_due + 1,
        tries_left = coalesce(tries_left, $4) - 1, expires_at = coalesce(expires_at, $5), updated_at = $6
      where workspace_id = $1 and id = $2 and status = 'pending'
      returning *)
    insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
    select $7, workspace_id, 'disposition.due', id, times_due + 1, jsonb_build_object('dispositionId', id,
      'disposition', disposition, 'status', status, 'scheduledAt', scheduled_at, 'callId', call_id,
      'followUpCallId', follow_up_call_id, 'agentId', agent_id, 'phoneNumber', phone_number, 'sequence', times_due + 1), $6
    from begun`,
};

/** In the transaction that holds it and makes its call; tells that it is due. */
export async function beginCallback(tx: Queryable, begun: BegunCallback): Promise<void> {
  await tx.execute(statement, [
    begun.workspaceId,
    begun.dispositionId,
    begun.callId,
    begun.triesMax,
    begun.expiresAt,
    begun.at,
    newId('event'),
  ]);
}
