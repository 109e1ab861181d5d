import type { Queryable, Statement } from '../queryable.ts';

/**
 * SQL: id (`concurrency_counters.holder`) of the counter of concurrent calls from a number with a limit. It sorts after the
 * id of the workspace's counter, so the number's counter is locked later.
 */
export const numberCounterIdSql = (workspaceId: string, e164: string): string =>
  `${workspaceId} || '/' || ${e164}`;

/** Id of the counter of concurrent calls from a number with a limit. */
export const numberCounterId = (workspaceId: string, e164: string): string => `${workspaceId}/${e164}`;

const statement: Statement = {
  name: 'find_number_capacity',
  text: `select e164, max_concurrency - active as free
    from phone_numbers number
      join concurrency_counters on holder = ${numberCounterIdSql('number.workspace_id', 'e164')}
    where number.workspace_id = $1 and e164 = any($2) and max_concurrency is not null`,
};

/**
 * Returns the number of further concurrent calls that each of these numbers allows, for numbers with a limit. Below 0 if
 * the limit was lowered, or was exceeded by calls that do not wait for it. The numbers are exact only while the rate limits
 * of the workspace are locked.
 */
export async function findNumberCapacity(
  tx: Queryable,
  { workspaceId, numbers }: { readonly workspaceId: string; readonly numbers: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows<{ e164: string; free: number }>(statement, [workspaceId, numbers]);
  return new Map(rows.map(({ e164, free }) => [e164, free]));
}
