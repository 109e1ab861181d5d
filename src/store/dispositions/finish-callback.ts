import {
  callbackAfterCall,
  type EndedCallback,
  type CallbackRetryState,
} from '../../domain/dispositions/callback-after-call.ts';
import type { CallbackToFinish } from '../calls/find-call-to-end.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** The end of the call that followed a disposition up. */
export interface CallbackCallEnd extends EndedCallback {
  readonly workspaceId: string;
  readonly callId: string;
  /** Number of the attempt that the call is. */
  readonly attempt: number;
  /** Code of the disposition with which the call ended; undefined if it is unknown. */
  readonly code: CallbackRetryState['dispositionCode'];
  readonly at: Date;
}

/** A call that was not dialed does not count as an attempt. */
const statement: Statement = {
  name: 'finish_callback',
  text: `update dispositions set status = $4, scheduled_at = coalesce($5, scheduled_at),
      attempt = case when $7 then $8 else attempt end, tries_left = tries_left + (not $7)::integer,
      notes = right(concat_ws(E'\\n', nullif(notes, ''), $6::text), 2000), updated_at = $9
    where workspace_id = $1 and id = $2 and follow_up_call_id = $3 and status = 'in_progress'`,
};

/** Updates the disposition that a call followed up: it is completed, failed or expired, or due again. */
export async function finishCallback(
  tx: Queryable,
  { dispositionId, attemptsLeft, expiresAt }: CallbackToFinish,
  { workspaceId, callId, attempt, code, at, ...end }: CallbackCallEnd,
): Promise<void> {
  const { status, scheduledAt, note } = callbackAfterCall(end, {
    attemptsLeft,
    expiresAt,
    dispositionCode: code,
  });
  const { isDialed } = end;
  const values = [workspaceId, dispositionId, callId, status, scheduledAt, note, isDialed, attempt, at];
  await tx.write(statement, values);
}
