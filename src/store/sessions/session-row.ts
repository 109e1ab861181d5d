import type { Role } from '../../domain/roles.ts';
import type { UserStatus } from '../users/user-row.ts';

/** A session and the person it belongs to, as the request that carries it needs them. */
export interface SessionRow {
  readonly id: string;
  /** Home of the person. */
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
  /** Workspaces that the person may enter besides the home. */
  readonly workspaceIds: string[];
}
