import type { Queryable, Statement } from '../queryable.ts';
import { apiKeyColumns, type ApiKeyRow } from './api-key-row.ts';

const statement: Statement = {
  name: 'revoke_api_key',
  text: `update api_keys set revoked_at = coalesce(revoked_at, $3)
    where workspace_id = $1 and id = $2 returning ${apiKeyColumns}`,
};

/** Revokes a key. Repeating it does not change the time of the first revocation. Returns undefined if the key does not exist. */
export function revokeApiKey(
  db: Queryable,
  key: { readonly workspaceId: string; readonly keyId: string; readonly at: Date },
): Promise<ApiKeyRow | undefined> {
  return db.row<ApiKeyRow>(statement, [key.workspaceId, key.keyId, key.at]);
}
