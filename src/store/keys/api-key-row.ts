/** An API key as stored, without the key itself. */
export interface ApiKeyRow {
  readonly id: string;
  /** The workspace that has the key. */
  readonly workspaceId: string;
  readonly name: string;
  /** SHA-256 in hexadecimal. */
  readonly keyHash: string;
  readonly prefix: string;
  readonly lastFour: string;
  readonly preset: string | null;
  readonly scopes: string[];
  /** The workspaces that the key may access; empty: only the workspace that has the key. */
  readonly workspaceIds: string[];
  /** CIDR ranges; empty: any address. */
  readonly allowedIps: string[];
  readonly requestsPerMinute: number | null;
  readonly concurrentCalls: number | null;
  /** Id of the key or user that created this key. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** The first rotation. */
  readonly rotatedAt: Date | null;
  /** The expiry before the first rotation. */
  readonly unrotatedExpiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export const apiKeyColumns = `id, workspace_id as "workspaceId", name, key_hash as "keyHash", prefix,
  last_four as "lastFour", preset, scopes, workspace_ids as "workspaceIds", allowed_ips as "allowedIps",
  requests_per_minute as "requestsPerMinute", concurrent_calls as "concurrentCalls", created_by as "createdBy",
  created_at as "createdAt", expires_at as "expiresAt", rotated_at as "rotatedAt",
  unrotated_expires_at as "unrotatedExpiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"`;
