import { refuse } from '../../core/problems.ts';
import { isBatchEnded, type BatchStatus } from '../../domain/batches/batch-state.ts';
import type { BatchRow, WhichBatch } from '../../store/batches/batch-row.ts';
import { changeBatchStatus } from '../../store/batches/change-batch-status.ts';
import { findBatch } from '../../store/batches/find-batch.ts';
import type { Scope } from '../../store/database.ts';
import { untilUnchanged } from '../merge.ts';

/**
 * The batch in the status that `next` wants; as it is where it has that already.
 * @throws {Problem} `batch_not_found`, `batch_ended`
 */
export function changeStatus(
  scope: Scope,
  { workspaceId, batchId, at }: WhichBatch & { readonly at: Date },
  next: (batch: BatchRow) => BatchStatus,
): Promise<BatchRow> {
  return untilUnchanged(async () => {
    const batch = (await findBatch(scope, { workspaceId, batchId })) ?? refuse('batch_not_found');
    if (isBatchEnded(batch.status)) refuse('batch_ended');
    const to = next(batch);
    return batch.status === to ? batch : changeBatchStatus(scope, { workspaceId, batchId, to, at });
  });
}
