import type { Queryable, Statement } from '../queryable.ts';
import type { WhichCallback } from './list-due-callbacks.ts';

/** What becomes of a callback that is not made now. */
export interface SettledCallback extends WhichCallback {
  readonly status: 'pending' | 'cancelled' | 'expired' | 'failed';
  /** Moves it; else it stays. */
  readonly scheduledAt: Date | null;
  /** Null: some days after it is due. */
  readonly expiresAt: Date | null;
  /** A sentence for people, which is said once, below the notes; left out where these have no room for it. */
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

/** In the transaction that holds it. */
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
