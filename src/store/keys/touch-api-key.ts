import type { Queryable, Statement } from '../queryable.ts';

/** Records the last use of a key. Writes at most once a minute per key, because every request uses it. */
const statement: Statement = {
  name: 'touch_api_key',
  text: `update api_keys set last_used_at = $3::timestamptz
    where workspace_id = $1 and id = $2 and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute')`,
};

export async function touchApiKey(
  db: Queryable,
  { workspaceId, keyId, at }: { readonly workspaceId: string; readonly keyId: string; readonly at: Date },
): Promise<void> {
  await db.execute(statement, [workspaceId, keyId, at]);
}
