import type { WaitingReason } from '../../domain/batches/batch-state.ts';
import type { WhichBatch } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'note_batch_waiting',
  text: `update batches set waiting_for = $3, status_detail = $5, updated_at = $4
    where workspace_id = $1 and id = $2 and (waiting_for, status_detail) is distinct from ($3, $5)`,
};

export interface Waiting extends WhichBatch {
  readonly waitingFor: WaitingReason;
  /** What is to be done, for people, where waiting alone leads to nothing. */
  readonly detail?: string | null;
  readonly at: Date;
}

/** What a batch that is held waits for. */
export async function noteWaiting(
  tx: Queryable,
  { workspaceId, batchId, waitingFor, detail = null, at }: Waiting,
): Promise<void> {
  await tx.execute(statement, [workspaceId, batchId, waitingFor, at, detail]);
}
