import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { flowColumns, type FlowRow } from './flow-row.ts';

export interface FlowFilters {
  readonly workspaceId: string;
  /** Omitted: both types. */
  readonly type?: 'call' | 'message' | undefined;
  readonly status?: string | undefined;
  /** Text anywhere in the name, ignoring case. */
  readonly search?: string | undefined;
}

export function listFlows(db: Queryable, filters: FlowFilters & ListWindow): Promise<ListPage<FlowRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('type = ?', filters.type)
    .add('status = ?', filters.status)
    .add('name ilike ?', containsPattern(filters.search));
  return listPage(db, { table: 'flows flow', columns: flowColumns, conditions }, filters);
}
