import type { Queryable, Statement } from '../queryable.ts';
import { apiKeyColumns, type ApiKeyRow } from './api-key-row.ts';

const statement: Statement = {
  name: 'find_api_key_by_hash',
  text: `select ${apiKeyColumns} from api_keys where key_hash = $1`,
  isLookup: true,
};

/** Finds a key in any workspace, including revoked and expired keys. `db` is the system's scope. */
export function findApiKeyByHash(
  db: Queryable,
  { keyHash }: { readonly keyHash: string },
): Promise<ApiKeyRow | undefined> {
  return db.row<ApiKeyRow>(statement, [keyHash]);
}
