import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'find_earlier_calls',
  text: `select to_number as "toNumber", array_agg(case when dialed_at is null and scheduled_at is not null then scheduled_at
        else least(coalesce(dialed_at, created_at), $5) end) as at
    from calls
    where workspace_id = $1 and to_number = any($2) and created_at > $3 and (dialed_at is not null or state = 'queued')
      and direction = 'outbound' and id is distinct from $4
    group by to_number`,
};

export interface EarlierCallQuery {
  readonly workspaceId: string;
  /** E.164. */
  readonly numbers: readonly string[];
  readonly since: Date;
  /**
   * The current time. Replaces later times of calls, which come from the clock of another node or from a concurrent
   * transaction, except the due times of queued calls. Omitted: later times are returned unchanged.
   */
  readonly at?: Date | undefined;
  /** A call to exclude. */
  readonly exceptCallId?: string | undefined;
}

/**
 * Returns for each number the times of its calls since `since`, in any order; for a queued call, the due time. Numbers
 * without calls are omitted. While the caller locks the workspace's call counter, no other call can be added.
 */
export async function findEarlierCalls(
  db: Queryable,
  { workspaceId, numbers, since, at, exceptCallId }: EarlierCallQuery,
): Promise<ReadonlyMap<string, readonly Date[]>> {
  const rows = await db.rows<{ toNumber: string; at: Date[] }>(statement, [
    workspaceId,
    numbers,
    since,
    exceptCallId,
    at,
  ]);
  return new Map(rows.map(({ toNumber, at }) => [toNumber, at]));
}

/** Returns the times of `findEarlierCalls` for one number, in Unix ms. */
export async function findEarlierCallsTo(
  db: Queryable,
  { number, ...query }: Omit<EarlierCallQuery, 'numbers'> & { readonly number: string },
): Promise<readonly number[]> {
  const calls = await findEarlierCalls(db, { ...query, numbers: [number] });
  return (calls.get(number) ?? []).map((date) => date.getTime());
}
