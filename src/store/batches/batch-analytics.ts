import { type AnalyticsQuery, type GroupedMeasures, type Grouping, groupMeasures } from '../analytics.ts';
import { Conditions } from '../listing.ts';
import type { Queryable } from '../queryable.ts';

/**
 * Returns the counts of batches and their rows, like `readMeasures`. They are added up from the counts of each batch, from which the list
 * of batches is read too: a batch has many rows, so there are few batches.
 */
export function readBatchMeasures(
  db: Queryable,
  { workspaceId, agentId, batchId, range, interval, timeZone }: Omit<AnalyticsQuery, 'subject'>,
  grouping?: Grouping & { readonly by: 'agent' | 'batch' },
): Promise<GroupedMeasures[]> {
  const conditions = new Conditions()
    .add('workspace_id = ?', workspaceId)
    .add('created_at >= ?', range.from)
    .add('created_at < ?', range.to)
    .add('agent_id = ?', agentId)
    .add('id = ?', batchId);
  if (grouping?.only !== undefined)
    conditions.add(`${grouping.by === 'agent' ? 'agent_id' : 'id'} = any(?::text[])`, grouping.only);
  const rows = `select created_at as start, agent_id, id as batch_id, jsonb_build_object('batches', 1, 'rows', total, 'pending', pending,
      'dialing', dialing, 'inProgress', in_progress, 'completed', completed, 'failed', failed, 'skipped', skipped,
      'cancelled', cancelled, 'connected', connected) as measures
    from batches where ${conditions.toString()}`;
  const zone = conditions.parameter(timeZone);
  return groupMeasures(db, { rows, conditions, size: 'rows', interval, zone, grouping });
}
