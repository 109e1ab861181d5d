import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'find_earlier_calls',
  text: `select to_number as "toNumber", array_agg(coalesce(dialed_at, scheduled_at, created_at)) as at from calls
    where workspace_id = $1 and to_number = any($2) and created_at > $3 and (dialed_at is not null or state = 'queued')
      and direction = 'outbound' and id is distinct from $4
    group by to_number`,
};

export interface EarlierCallsWanted {
  readonly workspaceId: string;
  /** E.164. */
  readonly numbers: readonly string[];
  readonly since: Date;
  /** A call that is not counted. */
  readonly exceptCallId?: string | undefined;
}

/**
 * When each of these numbers was dialed since then, or will be as far as its calls are queued, in any order; numbers without such calls
 * are missing. No other call can be added meanwhile where the workspace's counter of calls is held.
 */
export async function findEarlierCalls(
  db: Queryable,
  { workspaceId, numbers, since, exceptCallId }: EarlierCallsWanted,
): Promise<ReadonlyMap<string, readonly Date[]>> {
  const rows = await db.rows<{ toNumber: string; at: Date[] }>(statement, [
    workspaceId,
    numbers,
    since,
    exceptCallId,
  ]);
  return new Map(rows.map(({ toNumber, at }) => [toNumber, at]));
}

/** The same for one number, in Unix ms. */
export async function findEarlierCallsTo(
  db: Queryable,
  { number, ...wanted }: Omit<EarlierCallsWanted, 'numbers'> & { readonly number: string },
): Promise<readonly number[]> {
  const calls = await findEarlierCalls(db, { ...wanted, numbers: [number] });
  return (calls.get(number) ?? []).map((date) => date.getTime());
}
