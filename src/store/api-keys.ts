import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from './listing.ts';
import type { Queryable, Statement } from './queryable.ts';

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

const findApiKeyStatement: Statement = {
  name: 'find_api_key',
  text: `select ${apiKeyColumns} from api_keys where workspace_id = $1 and id = $2`,
  isLookup: true,
};

export function findApiKey(
  db: Queryable,
  { workspaceId, keyId }: { readonly workspaceId: string; readonly keyId: string },
): Promise<ApiKeyRow | undefined> {
  return db.row<ApiKeyRow>(findApiKeyStatement, [workspaceId, keyId]);
}

const findApiKeyByHashStatement: Statement = {
  name: 'find_api_key_by_hash',
  text: `select ${apiKeyColumns} from api_keys where key_hash = $1`,
  isLookup: true,
};

/** Finds a key in any workspace, including revoked and expired keys. `db` is the system's scope. */
export function findApiKeyByHash(
  db: Queryable,
  { keyHash }: { readonly keyHash: string },
): Promise<ApiKeyRow | undefined> {
  return db.row<ApiKeyRow>(findApiKeyByHashStatement, [keyHash]);
}

export interface ApiKeyFilters {
  readonly workspaceId: string;
  readonly search?: string | undefined;
}

export function listApiKeys(
  db: Queryable,
  filters: ApiKeyFilters & ListWindow,
): Promise<ListPage<ApiKeyRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('name ilike ?', containsPattern(filters.search));
  return listPage(db, { table: 'api_keys', columns: apiKeyColumns, conditions }, filters);
}

export type NewApiKeyRow = Omit<
  ApiKeyRow,
  'createdAt' | 'revokedAt' | 'lastUsedAt' | 'rotatedAt' | 'unrotatedExpiresAt'
> & { readonly at: Date };

/** Also inserts the counter of concurrent calls, which keys with a limit need. */
const insertApiKeyStatement: Statement = {
  name: 'insert_api_key',
  text: `with inserted as (
      insert into api_keys (id, workspace_id, name, key_hash, prefix, last_four, preset, scopes, workspace_ids,
        allowed_ips, requests_per_minute, concurrent_calls, created_by, expires_at, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id, workspace_id)
    insert into concurrency_counters (holder, workspace_id, active) select id, workspace_id, 0 from inserted`,
};

/** Inserts a key and returns its row as it is after the commit. */
export async function insertApiKey(db: Queryable, key: NewApiKeyRow): Promise<ApiKeyRow> {
  await db.write(insertApiKeyStatement, [
    key.id,
    key.workspaceId,
    key.name,
    key.keyHash,
    key.prefix,
    key.lastFour,
    key.preset,
    key.scopes,
    key.workspaceIds,
    key.allowedIps,
    key.requestsPerMinute,
    key.concurrentCalls,
    key.createdBy,
    key.expiresAt,
    key.at,
  ]);
  const { at, ...row } = key;
  return {
    ...row,
    createdAt: at,
    revokedAt: null,
    lastUsedAt: null,
    rotatedAt: null,
    unrotatedExpiresAt: null,
  };
}

/** Records the last use of a key. Writes at most once a minute per key, because every request uses it. */
const touchApiKeyStatement: Statement = {
  name: 'touch_api_key',
  text: `update api_keys set last_used_at = $3::timestamptz
    where workspace_id = $1 and id = $2 and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute')`,
};

export async function touchApiKey(
  db: Queryable,
  { workspaceId, keyId, at }: { readonly workspaceId: string; readonly keyId: string; readonly at: Date },
): Promise<void> {
  await db.execute(touchApiKeyStatement, [workspaceId, keyId, at]);
}

const expireApiKeyStatement: Statement = {
  name: 'expire_api_key',
  text: `update api_keys set
      expires_at = case when rotated_at is null or $3::timestamptz <= $4::timestamptz then least(expires_at, $3) else expires_at end,
      unrotated_expires_at = case when rotated_at is null then expires_at else unrotated_expires_at end,
      rotated_at = coalesce(rotated_at, $4)
    where workspace_id = $1 and id = $2 and revoked_at is null returning ${apiKeyColumns}`,
};

/**
 * Sets the expiry of a key, for a rotation with overlap. Never extends an earlier expiry. A later rotation keeps the overlap of the first one, unless its own
 * ends at once.
 */
export function expireApiKey(
  db: Queryable,
  key: { readonly workspaceId: string; readonly keyId: string; readonly expiresAt: Date; readonly at: Date },
): Promise<ApiKeyRow | undefined> {
  return db.row<ApiKeyRow>(expireApiKeyStatement, [key.workspaceId, key.keyId, key.expiresAt, key.at]);
}

const revokeApiKeyStatement: Statement = {
  name: 'revoke_api_key',
  text: `update api_keys set revoked_at = coalesce(revoked_at, $3)
    where workspace_id = $1 and id = $2 returning ${apiKeyColumns}`,
};

/** Revokes a key. Repeating it does not change the time of the first revocation. Returns undefined if the key does not exist. */
export function revokeApiKey(
  db: Queryable,
  key: { readonly workspaceId: string; readonly keyId: string; readonly at: Date },
): Promise<ApiKeyRow | undefined> {
  return db.row<ApiKeyRow>(revokeApiKeyStatement, [key.workspaceId, key.keyId, key.at]);
}

const grantWorkspaceAccessStatement: Statement = {
  name: 'grant_key_workspace_access',
  text: `update api_keys
    set workspace_ids = case when workspace_ids = '{}' then array[workspace_id] else workspace_ids end || $3
    where workspace_id = $1 and id = $2 and not $3 = any(workspace_ids)`,
};

/** Grants a key access to another workspace. */
export async function grantKeyWorkspaceAccess(
  db: Queryable,
  grant: { readonly workspaceId: string; readonly keyId: string; readonly addedWorkspaceId: string },
): Promise<void> {
  await db.execute(grantWorkspaceAccessStatement, [grant.workspaceId, grant.keyId, grant.addedWorkspaceId]);
}
