import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { userColumns, type UserRow } from './user-row.ts';

export interface UserFilters {
  readonly workspaceId: string;
  readonly role?: string | undefined;
  readonly status?: string | undefined;
  /** Text anywhere in the name or the email address, ignoring case. */
  readonly search?: string | undefined;
}

export function listUsers(db: Queryable, filters: UserFilters & ListWindow): Promise<ListPage<UserRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('role = ?', filters.role)
    .add('status = ?', filters.status)
    .add('(name ilike ? or email ilike ?)', containsPattern(filters.search));
  return listPage(db, { table: 'users', columns: userColumns, conditions }, filters);
}
