import type { Queryable, Statement } from '../queryable.ts';
import { apiKeyColumns, type ApiKeyRow } from './api-key-row.ts';

const statement: Statement = {
  name: 'find_api_key',
  text: `select ${apiKeyColumns} from api_keys where workspace_id = $1 and id = $2`,
  isLookup: true,
};

export function findApiKey(
  db: Queryable,
  { workspaceId, keyId }: { readonly workspaceId: string; readonly keyId: string },
): Promise<ApiKeyRow | undefined> {
  return db.row<ApiKeyRow>(statement, [workspaceId, keyId]);
}
