import type { Queryable, Statement } from '../queryable.ts';

/** Identifies a batch that must not be created twice: by its file, or by the phone numbers in the file. */
export interface BatchFingerprint {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly kind: 'file_sha256' | 'numbers_digest';
  readonly value: string;
  /** Batches that were created earlier are ignored. */
  readonly since: Date;
}

const lock: Statement = {
  name: 'lock_batch_file',
  text: `select pg_try_advisory_xact_lock(hashtextextended($1, 7249004)) as locked`,
};

const earlierBy = (column: BatchFingerprint['kind']): Statement => ({
  name: `find_batch_by_${column}`,
  text: `select id from batches where workspace_id = $1 and agent_id = $2 and ${column} = $3 and created_at >= $4
      and not (status = 'cancelled' and not exists (
        select from calls where calls.workspace_id = batches.workspace_id and calls.batch_id = batches.id))
    order by created_at desc limit 1`,
});

const earlier = { file_sha256: earlierBy('file_sha256'), numbers_digest: earlierBy('numbers_digest') };

/**
 * Checks that no other request is creating the same batch for this agent, and that none has created it since `since`.
 * Locks the fingerprint until the transaction ends. `batchId`: the earlier batch, if known.
 */
export async function lockBatchFile(
  tx: Queryable,
  fingerprint: BatchFingerprint,
): Promise<{ readonly isRepeat: boolean; readonly batchId?: string }> {
  const row = await tx.row<{ locked: boolean }>(lock, [
    `${fingerprint.workspaceId} ${fingerprint.agentId} ${fingerprint.value}`,
  ]);
  if (!row!.locked) return { isRepeat: true };
  const batchId = await findEarlierBatch(tx, fingerprint);
  return batchId === undefined ? { isRepeat: false } : { isRepeat: true, batchId };
}

/**
 * Returns the id of the newest batch with this fingerprint, or undefined. Ignores batches that were cancelled before
 * their first call, so that a corrected batch can be created.
 */
export async function findEarlierBatch(
  db: Queryable,
  { workspaceId, agentId, kind, value, since }: BatchFingerprint,
): Promise<string | undefined> {
  const found = await db.row<{ id: string }>(earlier[kind], [workspaceId, agentId, value, since]);
  return found?.id;
}
