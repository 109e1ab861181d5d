import type { DispositionStatus } from '../../domain/disposition.ts';
import { withoutNul, type Queryable, type Statement } from '../queryable.ts';
import { dispositionColumns, type DispositionRow } from './disposition-row.ts';

export interface DispositionChange {
  readonly workspaceId: string;
  readonly dispositionId: string;
  readonly status: DispositionStatus;
  readonly scheduledAt: Date | null;
  readonly notes: string;
  readonly at: Date;
}

const statement: Statement = {
  name: 'update_disposition',
  text: `update dispositions set status = $3, scheduled_at = $4, notes = $5, updated_at = $6,
      tries_left = case when scheduled_at is distinct from $4 then null else tries_left end,
      expires_at = case when scheduled_at is distinct from $4 then null else expires_at end
    where workspace_id = $1 and id = $2 returning ${dispositionColumns}`,
};

/** Updates a disposition that `lockDisposition` read in the same transaction. A new due time resets its attempts and its expiry. */
export async function updateDisposition(tx: Queryable, change: DispositionChange): Promise<DispositionRow> {
  const row = await tx.row<DispositionRow>(statement, [
    change.workspaceId,
    change.dispositionId,
    change.status,
    change.scheduledAt,
    withoutNul(change.notes),
    change.at,
  ]);
  return row!;
}
