import { Conditions } from '../listing.ts';
import type { Queryable } from '../queryable.ts';

/** Filters for which counters of conversations exist. An undefined filter matches all conversations. */
export interface CountedConversationFilters {
  readonly workspaceId: string;
  readonly flowId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly channel?: string | undefined;
}

/** Returns the number of conversations that match the filters, from the counters. */
export async function countConversations(
  db: Queryable,
  filters: CountedConversationFilters,
): Promise<number> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('flow_id = ?', filters.flowId)
    .add('agent_id = ?', filters.agentId)
    .add('channel = ?', filters.channel);
  const where = conditions.toString();
  const text = `select (coalesce((select sum(count) from conversation_counts where ${where}), 0)
    + coalesce((select sum(delta) from conversation_count_deltas where ${where}), 0))::float8 as total`;
  const row = await db.row<{ total: number }>({ text }, conditions.values);
  return row!.total;
}
