import type { Queryable, Statement } from '../queryable.ts';
import { apiKeyColumns, type ApiKeyRow } from './api-key-row.ts';

const statement: Statement = {
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
  return db.row<ApiKeyRow>(statement, [key.workspaceId, key.keyId, key.expiresAt, key.at]);
}
