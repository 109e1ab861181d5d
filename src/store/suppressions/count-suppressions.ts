import type { SuppressionChannel } from '../../domain/conversations/suppression.ts';
import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'count_suppressions',
  text: `select coalesce(sum(count), 0)::float8 as total from suppression_counts
    where workspace_id = $1 and channel = coalesce($2, channel)`,
};

/** Returns the number of suppressions of a workspace from its counters, on one channel or on all. */
export async function countSuppressions(
  db: Queryable,
  query: { readonly workspaceId: string; readonly channel?: SuppressionChannel | undefined },
): Promise<number> {
  const row = await db.row<{ total: number }>(statement, [query.workspaceId, query.channel]);
  return row!.total;
}
