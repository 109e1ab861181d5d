import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'count_suppressed',
  text: `select count(*)::integer as suppressed from unnest($2::text[]) as callee(number)
    where exists (select from suppressions where workspace_id = $1 and channel = 'voice' and address = callee.number)`,
};

/** How many of these numbers may not be called. `numbers` are in E.164, in the binary form of an array, as `TextArray` makes it. */
export async function countSuppressed(
  db: Queryable,
  { workspaceId, numbers }: { readonly workspaceId: string; readonly numbers: Uint8Array | null },
): Promise<number> {
  const row = await db.row<{ suppressed: number }>(statement, [workspaceId, numbers]);
  return row!.suppressed;
}
