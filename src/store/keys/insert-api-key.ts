import type { Queryable, Statement } from '../queryable.ts';
import type { ApiKeyRow } from './api-key-row.ts';

export type NewApiKeyRow = Omit<
  ApiKeyRow,
  'createdAt' | 'revokedAt' | 'lastUsedAt' | 'rotatedAt' | 'unrotatedExpiresAt'
> & { readonly at: Date };

/** Also inserts the counter of concurrent calls, which keys with a limit need. */
const statement: Statement = {
  name: 'insert_api_key',
  text: `with inserted as (
      insert into api_keys (id, workspace_id, name, key_hash, prefix, last_four, preset, scopes, workspace_ids,
        allowed_ips, requests_per_minute, concurrent_calls, created_by, expires_at, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id, workspace_id)
    insert into concurrency_counters (holder, workspace_id, active) select id, workspace_id, 0 from inserted`,
};

/** Inserts a key and returns its row as it is after the commit. */
export async function insertApiKey(db: Queryable, key: NewApiKeyRow): Promise<ApiKeyRow> {
  await db.write(statement, [
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
