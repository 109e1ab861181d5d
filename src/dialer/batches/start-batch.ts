import { countFieldOf } from '../../domain/batches/batch-counts.ts';
import { type BatchKey, changeBatchStatus } from '../../store/batches/batches.ts';
import { appendEvent } from '../../store/events.ts';
import type { Queryable } from '../../store/queryable.ts';

/** Sequence number of `batch.started`. The event at the end of a batch has sequence number 2. */
const startSequence = 1;

/**
 * Sets a scheduled batch to `running` and publishes `batch.started`. This happens once per batch: a batch that is resumed
 * does not start again.
 */
export async function startBatch(
  tx: Queryable,
  { workspaceId, batchId, agentId, at }: BatchKey & { readonly agentId: string; readonly at: Date },
): Promise<void> {
  const batch = await changeBatchStatus(tx, { workspaceId, batchId, to: 'running', at });
  if (batch === undefined) throw new Error('A batch that is locked and scheduled could not be started.');
  const { total } = batch;
  const counts = Object.fromEntries(Object.values(countFieldOf).map((name) => [name, batch[name]]));
  await appendEvent(tx, {
    workspaceId,
    type: 'batch.started',
    subjectId: batchId,
    sequence: startSequence,
    data: { batchId, agentId, total, ...counts, connected: batch.connected },
    at,
  });
}
