import { countFieldOf } from '../../domain/batches/batch-counts.ts';
import type { WhichBatch } from '../../store/batches/batch-row.ts';
import { changeBatchStatus } from '../../store/batches/change-batch-status.ts';
import { appendEvent } from '../../store/events/append-event.ts';
import type { Queryable } from '../../store/queryable.ts';

/** Before the event of its end. */
const startSequence = 1;

/** A batch whose time has come runs; that is told once, however often it is paused and resumed. */
export async function startBatch(
  tx: Queryable,
  { workspaceId, batchId, agentId, at }: WhichBatch & { readonly agentId: string; readonly at: Date },
): Promise<void> {
  const batch = await changeBatchStatus(tx, { workspaceId, batchId, to: 'running', at });
  if (batch === undefined) throw new Error('A batch that is held and scheduled could not be started.');
  const { total } = batch;
  const figures = Object.fromEntries(Object.values(countFieldOf).map((name) => [name, batch[name]]));
  await appendEvent(tx, {
    workspaceId,
    type: 'batch.started',
    subjectId: batchId,
    sequence: startSequence,
    data: { batchId, agentId, total, ...figures, connected: batch.connected },
    at,
  });
}
