import { json, storable, type Queryable, type Statement } from '../queryable.ts';

interface WhichTry {
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
 * In the transaction that makes the resource: a crash before the answer then finds it again. False when another try has
 * taken over, and then the transaction must be given up.
 */
export async function bindIdempotent(
  tx: Queryable,
  which: WhichTry & { readonly resourceId: string },
): Promise<boolean> {
  return (await tx.execute(bind, [which.workspaceId, which.key, which.token, which.resourceId])) > 0;
}

/**
 * Keeps the answer for replay; in the transaction that made the resource, a crash leaves both or neither. False when another
 * try has taken over, or the answer is kept already.
 */
export async function finishIdempotent(
  db: Queryable,
  answer: WhichTry & {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  },
): Promise<boolean> {
  const { workspaceId, key, token, status } = answer;
  const values = [workspaceId, key, token, status, json(answer.headers), storable(answer.body)];
  return (await db.execute(finish, values)) > 0;
}

/** Forgets a try whose answer is not kept (5xx, 429, 401). */
export async function abandonIdempotent(db: Queryable, which: WhichTry): Promise<void> {
  await db.execute(abandon, [which.workspaceId, which.key, which.token]);
}

/** Deletes what has expired, 10,000 at a time; how many. `db` is the system's scope. */
export function purgeIdempotent(db: Queryable): Promise<number> {
  return db.execute(purge);
}
