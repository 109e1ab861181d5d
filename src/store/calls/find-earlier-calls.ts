import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'find_earlier_calls',
  text: `select to_number as "toNumber", array_agg(dialed_at) as "dialedAt" from calls
    where workspace_id = $1 and to_number = any($2) and created_at > $3 and dialed_at is not null and direction = 'outbound'
    group by to_number`,
};

export interface EarlierCallsWanted {
  readonly workspaceId: string;
  /** E.164. */
  readonly numbers: readonly string[];
  readonly since: Date;
}

/** When each of these numbers was dialed since then, in any order; those that were not are missing. */
export async function findEarlierCalls(
  db: Queryable,
  { workspaceId, numbers, since }: EarlierCallsWanted,
): Promise<ReadonlyMap<string, readonly Date[]>> {
  const rows = await db.rows<{ toNumber: string; dialedAt: Date[] }>(statement, [
    workspaceId,
    numbers,
    since,
  ]);
  return new Map(rows.map(({ toNumber, dialedAt }) => [toNumber, dialedAt]));
}
