import { newId } from '../../core/ids.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { CallbackKey } from './list-due-callbacks.ts';

export interface CallbackStart extends CallbackKey {
  /** The call that follows the disposition up. */
  readonly callId: string;
  /** Maximum number of calls of the callback. */
  readonly maxAttempts: number;
  /** No call is made after this time. Ignored if an earlier follow-up has set an expiry. */
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
      'disposition', disposition, 'status', status, 'scheduledAt', to_char(scheduled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'callId', call_id,
      'followUpCallId', follow_up_call_id, 'agentId', agent_id, 'phoneNumber', phone_number, 'sequence', times_due + 1), $6
    from begun`,
  writesEvents: true,
};

/**
 * Sets a callback to `in_progress` and publishes `disposition.due`. Runs in the transaction that locks the callback and
 * inserts its call.
 */
export async function beginCallback(tx: Queryable, start: CallbackStart): Promise<void> {
  await tx.execute(statement, [
    start.workspaceId,
    start.dispositionId,
    start.callId,
    start.maxAttempts,
    start.expiresAt,
    start.at,
    newId('event'),
  ]);
}
