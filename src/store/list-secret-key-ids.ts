import type { Queryable, Statement } from './queryable.ts';

const statement: Statement = {
  name: 'list_secret_key_ids',
  text: `select split_part(secret, '.', 1) as id from webhook_endpoints
    union select split_part(previous ->> 'secret', '.', 1)
      from webhook_endpoints, jsonb_array_elements(previous_secrets) previous
      where (previous ->> 'until')::timestamptz > now()
    union select split_part(predial_secret, '.', 1) from batches
      where predial_secret is not null and status not in ('completed', 'cancelled', 'failed')
    union select substr(split_part(address, '.', 1), 6) from suppressions where address >= 'hmac-' and address < 'hmac.' and address !~ '@'`,
};

/** Returns the ids of the keys that encrypt the secrets in use. Requires the system scope. */
export async function listSecretKeyIds(db: Queryable): Promise<string[]> {
  return (await db.rows<{ id: string }>(statement)).map(({ id }) => id);
}
