import type { Queryable, Statement } from '../queryable.ts';

/** What is not to be started twice: a file, or the numbers that files hold. */
export interface OnceForAgent {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly what: 'file_sha256' | 'numbers_digest';
  readonly value: string;
  /** Started at this instant or later. */
  readonly since: Date;
}

const lock: Statement = {
  name: 'lock_batch_file',
  text: `select pg_try_advisory_xact_lock(hashtextextended($1, 7249004)) as held`,
};

const earlierBy = (column: OnceForAgent['what']): Statement => ({
  name: `find_batch_by_${column}`,
  text: `select id from batches where workspace_id = $1 and agent_id = $2 and ${column} = $3 and created_at >= $4
      and not (status = 'cancelled' and not exists (
        select from calls where calls.workspace_id = batches.workspace_id and calls.batch_id = batches.id))
    order by created_at desc limit 1`,
});

const earlier = { file_sha256: earlierBy('file_sha256'), numbers_digest: earlierBy('numbers_digest') };

/**
 * Whether this may be started for this agent: nobody else is starting it at this moment (until the transaction ends), and
 * nobody has lately. `batchId` is the earlier one, where it is known.
 */
export async function holdBatchFile(
  tx: Queryable,
  once: OnceForAgent,
): Promise<{ readonly isRepeat: boolean; readonly batchId?: string }> {
  const locked = await tx.row<{ held: boolean }>(lock, [`${once.workspaceId} ${once.agentId} ${once.value}`]);
  if (!locked!.held) return { isRepeat: true };
  const batchId = await findEarlierBatch(tx, once);
  return batchId === undefined ? { isRepeat: false } : { isRepeat: true, batchId };
}

/**
 * The newest batch that was started with it; undefined where there is none. One that was cancelled before it called anybody does not
 * count: it may be started anew, corrected.
 */
export async function findEarlierBatch(
  db: Queryable,
  { workspaceId, agentId, what, value, since }: OnceForAgent,
): Promise<string | undefined> {
  const found = await db.row<{ id: string }>(earlier[what], [workspaceId, agentId, value, since]);
  return found?.id;
}
