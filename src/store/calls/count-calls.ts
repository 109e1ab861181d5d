import { Conditions } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { sumCounts } from '../sum-counts.ts';

/** Filters for which counters of calls exist. An undefined filter matches all calls. */
export interface CountedCallFilters {
  readonly workspaceId: string;
  readonly agentId?: string | undefined;
  readonly status?: string | undefined;
  readonly endReason?: string | undefined;
  readonly direction?: string | undefined;
}

/** Returns the number of calls that match the filters, from the counters. */
export function countCalls(db: Queryable, filters: CountedCallFilters): Promise<number> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('agent_id = ?', filters.agentId)
    .add('state = ?', filters.status)
    .add('end_reason = ?', filters.endReason)
    .add('direction = ?', filters.direction);
  return sumCounts(db, { counts: 'call_counts', deltas: 'call_changes', change: 'change' }, conditions);
}
