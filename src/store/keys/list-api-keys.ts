import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { apiKeyColumns, type ApiKeyRow } from './api-key-row.ts';

export interface ApiKeyFilters {
  readonly workspaceId: string;
  readonly search?: string | undefined;
}

export function listApiKeys(
  db: Queryable,
  filters: ApiKeyFilters & ListWindow,
): Promise<ListPage<ApiKeyRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('name ilike ?', containsPattern(filters.search));
  return listPage(db, { table: 'api_keys', columns: apiKeyColumns, conditions }, filters);
}
