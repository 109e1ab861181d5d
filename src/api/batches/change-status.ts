import type { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { isBatchEnded, type BatchStatus } from '../../domain/batches/batch-state.ts';
import { type BatchRow, changeBatchStatus, findBatch } from '../../store/batches/batches.ts';
import type { ApiContext } from '../context.ts';
import type { EndpointRequest } from '../endpoint.ts';
import { retryOnConflict } from '../apply-patch.ts';
import { toBatchResponse, type BatchResponse, type batchParameter } from './batch-response.ts';

type ChangeRequest = Pick<
  EndpointRequest<typeof batchParameter, unknown, unknown>,
  'path' | 'caller' | 'requestRecord'
>;

/**
 * Sets the status of the batch to the result of `next`, unless it has that status already. Returns the response.
 * @throws {Problem} `batch_not_found`, `batch_ended`
 */
export function changeStatus(
  { path: { batchId }, caller: { workspaceId }, requestRecord }: ChangeRequest,
  { database, clock }: Pick<ApiContext, 'database' | 'clock'>,
  next: (batch: BatchRow) => BatchStatus,
): Promise<z.input<typeof BatchResponse>> {
  const at = new Date(clock.now());
  return retryOnConflict(() =>
    database.inWorkspace(workspaceId).transaction(async (tx) => {
      const batch = (await findBatch(tx, { workspaceId, batchId })) ?? reject('batch_not_found');
      if (isBatchEnded(batch.status)) reject('batch_ended');
      const to = next(batch);
      const changed =
        batch.status === to ? batch : await changeBatchStatus(tx, { workspaceId, batchId, to, at });
      // `undefined` after a concurrent change of the status: `retryOnConflict` tries again.
      return changed && requestRecord.storeResponse(tx, toBatchResponse(changed));
    }),
  );
}
