import type { Role } from '../../domain/roles.ts';

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
