export interface UserRow {
  readonly id: string;
  readonly workspaceId: string;
  /** In lower case; unique over all workspaces. */
  readonly email: string;
  readonly name: string;
  readonly role: 'administrator' | 'member';
  readonly passwordHash: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const userColumns = `id, workspace_id as "workspaceId", email, name, role, password_hash as "passwordHash",
  created_at as "createdAt", updated_at as "updatedAt"`;
