import { Conditions } from '../listing.ts';
import type { Queryable } from '../queryable.ts';

/** Filters for which counters of calls exist. An undefined filter matches all calls. */
export interface CountedCallFilters {
  readonly workspaceId: string;
  readonly agentId?: string | undefined;
  readonly status?: string | undefined;
  readonly endReason?: string | undefined;
  readonly direction?: string | undefined;
}

/** Returns the number of calls that match the filters, from the counters. */
export async function countCalls(db: Queryable, filters: CountedCallFilters): Promise<number> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('agent_id = ?', filters.agentId)
    .add('state = ?', filters.status)
    .add('end_reason = ?', filters.endReason)
    .add('direction = ?', filters.direction);
  const where = conditions.toString();
  const text = `select (coalesce((select sum(count) from call_counts where ${where}), 0)
    + coalesce((select sum(change) from call_changes where ${where}), 0))::float8 as total`;
  const row = await db.row<{ total: number }>({ text }, conditions.values);
  return row!.total;
}
