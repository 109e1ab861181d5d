import type { Queryable, Statement } from '../queryable.ts';
import { apiKeyColumns, type ApiKeyRow } from './api-key-row.ts';

const statement: Statement = {
  name: 'expire_api_key',
  text: `update api_keys set expires_at = least(expires_at, $3)
    where workspace_id = $1 and id = $2 and revoked_at is null returning ${apiKeyColumns}`,
};

/** Sets the expiry of a key, for a rotation with overlap. Never extends an earlier expiry. */
export function expireApiKey(
  db: Queryable,
  key: { readonly workspaceId: string; readonly keyId: string; readonly expiresAt: Date },
): Promise<ApiKeyRow | undefined> {
  return db.row<ApiKeyRow>(statement, [key.workspaceId, key.keyId, key.expiresAt]);
}
