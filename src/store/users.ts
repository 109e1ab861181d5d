import type { Role } from '../domain/roles.ts';
import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from './listing.ts';
import type { Queryable, Statement } from './queryable.ts';

export type UserStatus = 'invited' | 'active' | 'disabled';

export interface UserRow {
  readonly id: string;
  /** Home workspace. */
  readonly workspaceId: string;
  /** Further workspaces that the user may access. */
  readonly workspaceIds: string[];
  /** In lower case; unique in all workspaces. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Whether the user has the scope `operator`. */
  readonly isOperator: boolean;
  readonly status: UserStatus;
  /** Null until the invitation is accepted. */
  readonly passwordHash: string | null;
  /** Expiry of the pending invitation, possibly in the past; null if none is pending. */
  readonly invitedUntil: Date | null;
  readonly signedInAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const userColumns = `id, workspace_id as "workspaceId", workspace_ids as "workspaceIds", email, name, role, status,
  is_operator as "isOperator", password_hash as "passwordHash", invited_until as "invitedUntil", signed_in_at as "signedInAt",
  created_at as "createdAt", updated_at as "updatedAt"`;

const findUserStatement: Statement = {
  name: 'find_user',
  text: `select ${userColumns} from users where workspace_id = $1 and id = $2`,
  isLookup: true,
};

export function findUser(
  db: Queryable,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<UserRow | undefined> {
  return db.row<UserRow>(findUserStatement, [workspaceId, userId]);
}

const findUserByEmailStatement: Statement = {
  name: 'find_user_by_email',
  text: `select ${userColumns} from users where email = lower($1)`,
};

/** Finds a user in any workspace. `db` is the system's scope. */
export function findUserByEmail(
  db: Queryable,
  { email }: { readonly email: string },
): Promise<UserRow | undefined> {
  return db.row<UserRow>(findUserByEmailStatement, [email]);
}

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

const insertUserStatement: Statement = {
  name: 'insert_user',
  text: `insert into users
      (id, workspace_id, email, name, role, status, password_hash, invitation_hash, invited_until, created_at, updated_at,
      is_operator)
    values ($1, $2, lower($3), $4, $5, case when $6::text is null then 'invited' else 'active' end, $6, $7, $8, $9, $9, $10)
    on conflict (email) do nothing returning ${userColumns}`,
};

/** Inserts a user. Returns undefined if the email address is used in any workspace. */
export function insertUser(db: Queryable, user: NewUserRow): Promise<UserRow | undefined> {
  return db.row<UserRow>(insertUserStatement, [
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

interface UserKey {
  readonly workspaceId: string;
  readonly userId: string;
  readonly at: Date;
}

const updateUserStatement: Statement = {
  name: 'update_user',
  text: `update users set name = coalesce($3, name), role = coalesce($4, role), status = coalesce($5, status), updated_at = $6,
      is_operator = coalesce($7, is_operator)
    where workspace_id = $1 and id = $2 returning ${userColumns}`,
};

const invite: Statement = {
  name: 'invite_user',
  text: `update users set invitation_hash = $3, invited_until = $4, updated_at = $5
    where workspace_id = $1 and id = $2 returning ${userColumns}`,
};

const accept: Statement = {
  name: 'accept_invitation',
  text: `update users set password_hash = $2, name = coalesce($3, name), status = 'active', invitation_hash = null,
      invited_until = null, updated_at = $4
    where invitation_hash = $1 and invited_until > $4 and status <> 'disabled' returning ${userColumns}`,
};

const setPasswordHash: Statement = {
  name: 'set_password_hash',
  text: `update users set password_hash = $3, invitation_hash = null, invited_until = null, updated_at = $4
    where workspace_id = $1 and id = $2`,
};

const addWorkspace: Statement = {
  name: 'grant_user_workspace_access',
  text: `update users set workspace_ids = array_append(workspace_ids, $3)
    where workspace_id = $1 and id = $2 and not $3 = any(workspace_ids)`,
};

/** Updates a user; omitted fields stay unchanged. Returns undefined if the user does not exist. */
export function updateUser(
  db: Queryable,
  change: UserKey & {
    readonly name?: string | undefined;
    readonly role?: Role | undefined;
    readonly isOperator?: boolean | undefined;
    readonly status?: 'active' | 'disabled' | undefined;
  },
): Promise<UserRow | undefined> {
  const { workspaceId, userId, name, role, status, at, isOperator } = change;
  return db.row<UserRow>(updateUserStatement, [workspaceId, userId, name, role, status, at, isOperator]);
}

/** Sets the invitation of a user, and revokes an earlier one. */
export function inviteUser(
  db: Queryable,
  { workspaceId, userId, invitation, at }: UserKey & { readonly invitation: Invitation },
): Promise<UserRow | undefined> {
  return db.row<UserRow>(invite, [workspaceId, userId, invitation.hash, invitation.until, at]);
}

/**
 * Accepts an invitation to any workspace. An invitation can be used once. Returns undefined if it is not valid. `db` is
 * the system's scope.
 */
export function acceptInvitation(
  db: Queryable,
  accepted: {
    readonly invitationHash: string;
    readonly passwordHash: string;
    readonly name: string | undefined;
    readonly at: Date;
  },
): Promise<UserRow | undefined> {
  const { invitationHash, passwordHash, name, at } = accepted;
  return db.row<UserRow>(accept, [invitationHash, passwordHash, name, at]);
}

/** Sets the password and removes a pending invitation. */
export async function setUserPassword(
  db: Queryable,
  { workspaceId, userId, passwordHash, at }: UserKey & { readonly passwordHash: string },
): Promise<void> {
  await db.execute(setPasswordHash, [workspaceId, userId, passwordHash, at]);
}

/** Grants a user access to another workspace. */
export async function grantUserWorkspaceAccess(
  db: Queryable,
  grant: { readonly workspaceId: string; readonly userId: string; readonly addedWorkspaceId: string },
): Promise<void> {
  await db.execute(addWorkspace, [grant.workspaceId, grant.userId, grant.addedWorkspaceId]);
}

const deleteStatement: Statement = {
  name: 'delete_user',
  text: 'delete from users where workspace_id = $1 and id = $2',
};

const owners: Statement = {
  name: 'lock_owners',
  text: `select id from users where workspace_id = $1 and role = 'owner' and status = 'active' order by id for update`,
};

/** Deletes a user and the sessions of the user. Returns false if the user does not exist. */
export async function deleteUser(
  db: Queryable,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<boolean> {
  return (await db.execute(deleteStatement, [workspaceId, userId])) > 0;
}

/**
 * Returns the ids of the active owners, and locks them until the transaction ends, so that two owners cannot remove each
 * other's role at the same time.
 */
export async function lockOwners(
  tx: Queryable,
  { workspaceId }: { readonly workspaceId: string },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(owners, [workspaceId]);
  return rows.map(({ id }) => id);
}
