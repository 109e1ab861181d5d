import type { Role } from '../../domain/roles.ts';
import type { UserStatus } from '../users/user-row.ts';

/** A session and the data of its user that a request needs. */
export interface SessionRow {
  readonly id: string;
  /** Home workspace of the user. */
  readonly workspaceId: string;
  readonly userId: string;
  /** SHA-256 in hexadecimal. */
  readonly tokenHash: string;
  /** SHA-256 in hexadecimal; null before the first rotation. */
  readonly previousTokenHash: string | null;
  readonly rotatedAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly role: Role;
  /** Whether the user has the scope `operator`. */
  readonly isOperator: boolean;
  readonly status: UserStatus;
  /** Further workspaces that the user may access. */
  readonly workspaceIds: string[];
}
