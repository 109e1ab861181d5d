import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { batchColumns, type BatchRow } from './batch-row.ts';

export interface BatchFilters {
  readonly workspaceId: string;
  readonly agentId?: string | undefined;
  readonly status?: string | undefined;
  /** Text anywhere in the name, ignoring case. */
  readonly search?: string | undefined;
}

export function listBatches(db: Queryable, filters: BatchFilters & ListWindow): Promise<ListPage<BatchRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('agent_id = ?', filters.agentId)
    .add('status = ?', filters.status)
    .add('name ilike ?', containsPattern(filters.search));
  return listPage(db, { table: 'batches', columns: batchColumns, conditions }, filters);
}
