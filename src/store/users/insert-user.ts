import type { Role } from '../../domain/roles.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { userColumns, type UserRow } from './user-row.ts';

/** A user with a password, or an invited user, who sets the password later. */
export type NewUserRow = {
  readonly id: string;
  readonly workspaceId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Defaults to false. */
  readonly isOperator?: boolean | undefined;
  readonly at: Date;
} & (
  | { readonly passwordHash: string; readonly invitation?: undefined }
  | { readonly passwordHash?: undefined; readonly invitation: Invitation }
);

export interface Invitation {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  readonly until: Date;
}

const statement: Statement = {
  name: 'insert_user',
  text: `insert into users
      (id, workspace_id, email, name, role, status, password_hash, invitation_hash, invited_until, created_at, updated_at,
      is_operator)
    values ($1, $2, lower($3), $4, $5, case when $6::text is null then 'invited' else 'active' end, $6, $7, $8, $9, $9, $10)
    on conflict (email) do nothing returning ${userColumns}`,
};

/** Inserts a user. Returns undefined if the email address is used in any workspace. */
export function insertUser(db: Queryable, user: NewUserRow): Promise<UserRow | undefined> {
  return db.row<UserRow>(statement, [
    user.id,
    user.workspaceId,
    user.email,
    user.name,
    user.role,
    user.passwordHash,
    user.invitation?.hash,
    user.invitation?.until,
    user.at,
    user.isOperator ?? false,
  ]);
}
