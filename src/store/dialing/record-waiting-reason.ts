import type { WaitingReason } from '../../domain/batches/batch-state.ts';
import type { BatchKey } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'record_batch_waiting_reason',
  text: `update batches set waiting_for = $3, status_detail = $5, updated_at = $4
    where workspace_id = $1 and id = $2 and (waiting_for, status_detail) is distinct from ($3, $5)`,
};

export interface WaitingReasonChange extends BatchKey {
  readonly waitingFor: WaitingReason;
  /** Instructions, as shown to users, if the batch cannot continue unless a user changes a setting. */
  readonly detail?: string | null;
  readonly at: Date;
}

/** Records the reason why a locked batch waits. */
export async function recordWaitingReason(
  tx: Queryable,
  { workspaceId, batchId, waitingFor, detail = null, at }: WaitingReasonChange,
): Promise<void> {
  await tx.execute(statement, [workspaceId, batchId, waitingFor, at, detail]);
}
