import { newId } from '../../core/ids.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { batchColumns, type BatchRow, type BatchKey } from './batch-row.ts';

const statement: Statement = {
  name: 'complete_batch',
  text: `with batch as (
      update batches set status = 'completed', status_detail = null, waiting_for = 'none', updated_at = $3, ended_at = $3
      where workspace_id = $1 and id = $2 and status in ('running', 'paused') and pending + dialing + in_progress = 0
      returning *),
    outbox as (
      insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
      select $4, workspace_id, 'batch.completed', id, 2, jsonb_build_object('batchId', id, 'agentId', agent_id,
        'total', total, 'pending', pending, 'dialing', dialing, 'inProgress', in_progress, 'completed', completed,
        'failed', failed, 'skipped', skipped, 'cancelled', cancelled, 'connected', connected, 'sequence', 2), $3
      from batch)
    select ${batchColumns} from batch`,
  writesEvents: true,
};

/**
 * Completes a batch without open jobs and publishes `batch.completed`. Returns the batch, or undefined if it has open
 * jobs. Runs in the transaction that ends the last jobs, after the statement that ends them.
 */
export function completeBatch(
  tx: Queryable,
  { workspaceId, batchId, at }: BatchKey & { readonly at: Date },
): Promise<BatchRow | undefined> {
  return tx.row<BatchRow>(statement, [workspaceId, batchId, at, newId('event')]);
}
