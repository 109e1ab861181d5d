import type { Queryable, Statement } from '../queryable.ts';
import type { CallbackKey } from './list-due-callbacks.ts';

/** New state of a callback whose call is not made now. */
export interface SettledCallback extends CallbackKey {
  readonly status: 'pending' | 'cancelled' | 'expired' | 'failed';
  /** New due time; null: unchanged. */
  readonly scheduledAt: Date | null;
  /** Null: the configured number of days after the due time. */
  readonly expiresAt: Date | null;
  /** Message that is appended to the notes once, unless the notes would become too long. */
  readonly note: string | null;
  readonly at: Date;
}

const statement: Statement = {
  name: 'settle_callback',
  text: `update dispositions set status = $3, scheduled_at = coalesce($4, scheduled_at), expires_at = $5, updated_at = $7,
      notes = case when position($6 in notes) > 0 or length(notes) + length($6) >= 2000 then notes
        else concat_ws(E'\\n', nullif(notes, ''), $6) end
    where workspace_id = $1 and id = $2 and status = 'pending'`,
};

/** Updates a callback in the transaction that locked it. */
export async function settleCallback(tx: Queryable, settled: SettledCallback): Promise<void> {
  await tx.execute(statement, [
    settled.workspaceId,
    settled.dispositionId,
    settled.status,
    settled.scheduledAt,
    settled.expiresAt,
    settled.note,
    settled.at,
  ]);
}
