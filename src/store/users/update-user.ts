import type { Role } from '../../domain/roles.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { Invitation } from './insert-user.ts';
import { userColumns, type UserRow } from './user-row.ts';

interface UserKey {
  readonly workspaceId: string;
  readonly userId: string;
  readonly at: Date;
}

const update: Statement = {
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
  return db.row<UserRow>(update, [workspaceId, userId, name, role, status, at, isOperator]);
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
