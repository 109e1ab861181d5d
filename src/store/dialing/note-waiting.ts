import type { WaitingReason } from '../../domain/batches/batch-state.ts';
import type { WhichBatch } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'note_batch_waiting',
  text: `update batches set waiting_for = $3, updated_at = $4 where workspace_id = $1 and id = $2 and waiting_for <> $3`,
};

/** What a batch that is held waits for. */
export async function noteWaiting(
  tx: Queryable,
  {
    workspaceId,
    batchId,
    waitingFor,
    at,
  }: WhichBatch & { readonly waitingFor: WaitingReason; readonly at: Date },
): Promise<void> {
  await tx.execute(statement, [workspaceId, batchId, waitingFor, at]);
}
