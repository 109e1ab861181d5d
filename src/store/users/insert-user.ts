import type { Queryable, Statement } from '../queryable.ts';
import { userColumns, type UserRow } from './user-row.ts';

export type NewUserRow = Omit<UserRow, 'createdAt' | 'updatedAt'> & { readonly at: Date };

const statement: Statement = {
  name: 'insert_user',
  text: `insert into users (id, workspace_id, email, name, role, password_hash, created_at, updated_at)
    values ($1, $2, lower($3), $4, $5, $6, $7, $7) on conflict (email) do nothing returning ${userColumns}`,
};

/** Undefined when the address is taken, in whatever workspace. */
export function insertUser(db: Queryable, user: NewUserRow): Promise<UserRow | undefined> {
  return db.row<UserRow>(statement, [
    user.id,
    user.workspaceId,
    user.email,
    user.name,
    user.role,
    user.passwordHash,
    user.at,
  ]);
}
