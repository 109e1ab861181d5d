import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { workspaceColumns, type WorkspaceRow } from './workspace-row.ts';

export interface WorkspaceFilters {
  /** Ids of the workspaces to list; omitted: all workspaces that `db` may read. */
  readonly ids?: readonly string[] | undefined;
  readonly search?: string | undefined;
}

export function listWorkspaces(
  db: Queryable,
  filters: WorkspaceFilters & ListWindow,
): Promise<ListPage<WorkspaceRow>> {
  const conditions = new Conditions()
    .add('id = any(?)', filters.ids)
    .add('name ilike ?', containsPattern(filters.search));
  return listPage(db, { table: 'workspaces', columns: workspaceColumns, conditions }, filters);
}
