import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { ownedNumberColumns, type OwnedNumberRow } from './owned-number-row.ts';

export interface OwnedNumberFilters {
  readonly workspaceId: string;
  readonly agentId?: string | undefined;
  readonly status?: string | undefined;
  readonly country?: string | undefined;
  readonly type?: string | undefined;
  /** Text anywhere in the number or its name, ignoring case. */
  readonly search?: string | undefined;
}

export function listOwnedNumbers(
  db: Queryable,
  filters: OwnedNumberFilters & ListWindow,
): Promise<ListPage<OwnedNumberRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('agent_id = ?', filters.agentId)
    .add('status = ?', filters.status)
    .add('country = ?', filters.country)
    .add('type = ?', filters.type)
    .add('(e164 ilike ? or friendly_name ilike ?)', containsPattern(filters.search));
  return listPage(db, { table: 'phone_numbers', columns: ownedNumberColumns, conditions }, filters);
}
