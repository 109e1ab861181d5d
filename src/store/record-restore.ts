import { insertAuditEntry } from './audit-log.ts';
import { changeBatchStatus } from './batches/batches.ts';
import { changeMessageBatch } from './batches/message-batches.ts';
import type { Database } from './database.ts';

export interface Restore {
  readonly backupCreatedAt: string;
  /** Name of the system user. */
  readonly requestedBy: string;
  readonly at: Date;
}

const pausable = `where status in ('scheduled', 'running') order by id`;
const listBatches = {
  text: `select workspace_id as "workspaceId", id as "batchId" from batches ${pausable}`,
};
const listMessageBatches = {
  text: `select workspace_id as "workspaceId", id as "batchId" from message_batches ${pausable}`,
};
const findOperator = {
  text: 'select id from workspaces where is_operator order by created_at, id limit 1',
};

/**
 * Pauses the open batches of a restored database, because their rows may have been called since the backup, and adds an audit entry. Returns the
 * number of paused batches.
 */
export async function recordRestore(
  database: Database,
  { backupCreatedAt, requestedBy, at }: Restore,
): Promise<number> {
  return database.asSystem().transaction(async (tx) => {
    const change = { to: 'paused', detail: 'Paused by a restore from a backup.', at } as const;
    const batches = await tx.rows<{ workspaceId: string; batchId: string }>(listBatches);
    for (const batch of batches) await changeBatchStatus(tx, { ...batch, ...change });
    const messageBatches = await tx.rows<{ workspaceId: string; batchId: string }>(listMessageBatches);
    for (const batch of messageBatches) await changeMessageBatch(tx, { ...batch, ...change });
    const operator = await tx.row<{ id: string }>(findOperator);
    const pausedBatches = batches.length + messageBatches.length;
    if (operator !== undefined)
      await insertAuditEntry(tx, {
        workspaceId: operator.id,
        actorType: 'system',
        action: 'database.restored',
        details: { backupCreatedAt, requestedBy, pausedBatches },
        at,
      });
    return pausedBatches;
  });
}
