import type { Queryable, Statement } from '../queryable.ts';
import { apiKeyColumns, type ApiKeyRow } from './api-key-row.ts';

const statement: Statement = {
  name: 'find_api_key_by_hash',
  text: `select ${apiKeyColumns} from api_keys where key_hash = $1`,
  isLookup: true,
};

/** `db` is the system's scope: which workspace a key belongs to is what is asked. Revoked and expired keys are found too. */
export function findApiKeyByHash(
  db: Queryable,
  { keyHash }: { readonly keyHash: string },
): Promise<ApiKeyRow | undefined> {
  return db.row<ApiKeyRow>(statement, [keyHash]);
}
