import type { Queryable, Statement } from '../queryable.ts';

export interface BatchFile {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly sha256: string;
  /** Started at this instant or later. */
  readonly since: Date;
}

const lock: Statement = {
  name: 'lock_batch_file',
  text: `select pg_try_advisory_xact_lock(hashtextextended($1, 7249004)) as held`,
};

const earlier: Statement = {
  name: 'find_batch_of_file',
  text: `select id from batches where workspace_id = $1 and agent_id = $2 and file_sha256 = $3 and created_at >= $4
    order by created_at desc limit 1`,
};

/**
 * Whether this file may be started for this agent: nobody else is starting it at this moment (until the transaction ends), and
 * nobody has lately. `batchId` is the earlier one, where it is known.
 */
export async function holdBatchFile(
  tx: Queryable,
  { workspaceId, agentId, sha256, since }: BatchFile,
): Promise<{ readonly isRepeat: boolean; readonly batchId?: string }> {
  const locked = await tx.row<{ held: boolean }>(lock, [`${workspaceId} ${agentId} ${sha256}`]);
  if (!locked!.held) return { isRepeat: true };
  const found = await tx.row<{ id: string }>(earlier, [workspaceId, agentId, sha256, since]);
  return found === undefined ? { isRepeat: false } : { isRepeat: true, batchId: found.id };
}
