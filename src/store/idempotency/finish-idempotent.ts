import { json, withoutNul, type Queryable, type Statement } from '../queryable.ts';

interface AttemptKey {
  readonly workspaceId: string;
  readonly key: string;
  readonly token: string;
}

const bind: Statement = {
  name: 'bind_idempotent',
  text: `update idempotency_records set resource_id = $4
    where workspace_id = $1 and idempotency_key = $2 and token = $3 and state = 'running'`,
};

const finish: Statement = {
  name: 'finish_idempotent',
  text: `update idempotency_records set state = 'finished', response_status = $4, response_headers = $5,
      response_body = $6
    where workspace_id = $1 and idempotency_key = $2 and token = $3 and state = 'running'`,
};

const abandon: Statement = {
  name: 'abandon_idempotent',
  text: `delete from idempotency_records
    where workspace_id = $1 and idempotency_key = $2 and token = $3 and state = 'running'`,
};

const purge: Statement = {
  name: 'purge_idempotent',
  text: `delete from idempotency_records where (workspace_id, idempotency_key) in (
    select workspace_id, idempotency_key from idempotency_records where expires_at < now() limit 10000)`,
};

/**
 * Stores the id of the created resource, in the transaction that creates it, so that an attempt after a crash finds it.
 * Returns false if another attempt has taken over; the transaction must then be rolled back.
 */
export async function bindIdempotent(
  tx: Queryable,
  attempt: AttemptKey & { readonly resourceId: string },
): Promise<boolean> {
  return (await tx.execute(bind, [attempt.workspaceId, attempt.key, attempt.token, attempt.resourceId])) > 0;
}

/**
 * Stores the response for replay. If `db` is the transaction that creates the resource, both are committed or neither.
 * Returns false if another attempt has taken over, or if a response is already stored.
 */
export async function finishIdempotent(
  db: Queryable,
  response: AttemptKey & {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  },
): Promise<boolean> {
  const { workspaceId, key, token, status } = response;
  const values = [workspaceId, key, token, status, json(response.headers), withoutNul(response.body)];
  return (await db.execute(finish, values)) > 0;
}

/** Deletes the record of an attempt whose response is not replayed (5xx, 429, 401). */
export async function abandonIdempotent(db: Queryable, attempt: AttemptKey): Promise<void> {
  await db.execute(abandon, [attempt.workspaceId, attempt.key, attempt.token]);
}

/** Deletes expired records, at most 10,000 per call. Returns their number. `db` is the system's scope. */
export function purgeIdempotent(db: Queryable): Promise<number> {
  return db.execute(purge);
}
