import type { Queryable, Statement } from '../store/queryable.ts';

const statement: Statement = {
  name: 'remove_queued_jobs',
  text: `delete from jobs where workspace_id = $1 and kind = any($2) and key = any($3) and state = 'queued' returning key`,
};

/** Removes the queued jobs with these kinds and keys, and returns their keys. Running jobs are not affected. */
export async function removeQueuedJobs(
  tx: Queryable,
  jobs: { readonly workspaceId: string; readonly kinds: readonly string[]; readonly keys: readonly string[] },
): Promise<string[]> {
  if (jobs.keys.length === 0) return [];
  const removed = await tx.rows<{ key: string }>(statement, [jobs.workspaceId, jobs.kinds, jobs.keys]);
  return removed.map(({ key }) => key);
}
