import { Conditions } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { sumCounts } from '../sum-counts.ts';

/** Filters for which counters of conversations exist. An undefined filter matches all conversations. */
export interface CountedConversationFilters {
  readonly workspaceId: string;
  readonly flowId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly channel?: string | undefined;
}

/** Returns the number of conversations that match the filters, from the counters. */
export function countConversations(db: Queryable, filters: CountedConversationFilters): Promise<number> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('flow_id = ?', filters.flowId)
    .add('agent_id = ?', filters.agentId)
    .add('channel = ?', filters.channel);
  return sumCounts(
    db,
    { counts: 'conversation_counts', deltas: 'conversation_count_deltas', change: 'delta' },
    conditions,
  );
}
