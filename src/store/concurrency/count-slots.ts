import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'count_slots',
  text: `select active as current from concurrency_counters where workspace_id = $1 and holder = $1`,
};

/** Returns the current number of concurrent calls in the workspace. */
export async function countSlots(
  db: Queryable,
  { workspaceId }: { readonly workspaceId: string },
): Promise<number> {
  const row = await db.row<{ current: number }>(statement, [workspaceId]);
  return row?.current ?? 0;
}
