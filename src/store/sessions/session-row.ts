import type { Role } from '../../domain/roles.ts';
import type { UserStatus } from '../users/user-row.ts';

/** A session and its user, as needed for a request. */
export interface SessionRow {
  readonly id: string;
  /** Home workspace of the user. */
  readonly workspaceId: string;
  readonly userId: string;
  /** SHA-256 in hexadecimal, as the next one. */
  readonly tokenHash: string;
  readonly previousTokenHash: string | null;
  readonly rotatedAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly role: Role;
  readonly status: UserStatus;
  /** Further workspaces that the user may access. */
  readonly workspaceIds: string[];
}
