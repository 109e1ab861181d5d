import type { Queryable, Statement } from '../queryable.ts';

/** The counter of calls at once from a number with a limit, as SQL. It sorts behind that of its workspace, and is locked after it. */
export const numberHolderSql = (workspaceId: string, e164: string): string =>
  `${workspaceId} || '/' || ${e164}`;

export const numberHolder = (workspaceId: string, e164: string): string => `${workspaceId}/${e164}`;

const statement: Statement = {
  name: 'find_number_room',
  text: `select e164, max_concurrency - active as room
    from phone_numbers number
      join concurrency_counters on holder = ${numberHolderSql('number.workspace_id', 'e164')}
    where number.workspace_id = $1 and e164 = any($2) and max_concurrency is not null`,
};

/**
 * How many calls more each of these numbers may have at once, of those with a limit; below 0 where the limit was lowered, or others did
 * not wait for it. Exact where the pace of the workspace is held.
 */
export async function findNumberRoom(
  tx: Queryable,
  { workspaceId, numbers }: { readonly workspaceId: string; readonly numbers: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows<{ e164: string; room: number }>(statement, [workspaceId, numbers]);
  return new Map(rows.map(({ e164, room }) => [e164, room]));
}
