import { json, type Queryable, type Statement, withoutNul } from './queryable.ts';

export interface IdempotentRequest {
  readonly workspaceId: string;
  readonly key: string;
  /** Hash of the operation and the body. */
  readonly fingerprint: string;
  /** Token of this attempt: an attempt that has lost its lease cannot finish the record. */
  readonly token: string;
  /** Time after which an unfinished attempt counts as crashed. */
  readonly leaseMs: number;
  /** Retention of the response. */
  readonly retentionMs: number;
}

export type IdempotentStart =
  /** No earlier attempt had an effect. The request continues. */
  | { readonly outcome: 'begun' }
  /** An earlier attempt crashed after it had created this resource. The request returns the resource and creates nothing. */
  | { readonly outcome: 'resumed'; readonly resourceId: string }
  /** Another attempt is running. `leaseLeftMs`: time until it counts as crashed; at most `leaseMs`. */
  | { readonly outcome: 'in_progress'; readonly leaseLeftMs: number }
  /** The key was used for another request. */
  | { readonly outcome: 'reused' }
  | {
      readonly outcome: 'finished';
      readonly status: number;
      readonly headers: Record<string, string>;
      readonly body: string;
    };

/** Replaces expired records, and unfinished records of the same request whose attempt crashed. */
const begin: Statement = {
  name: 'begin_idempotent',
  text: `insert into idempotency_records as record
      (workspace_id, idempotency_key, fingerprint, state, token, lease_until, expires_at)
    values ($1, $2, $3, 'running', $4, now() + $5 * interval '1 ms', now() + $6 * interval '1 ms')
    on conflict (workspace_id, idempotency_key) do update set fingerprint = excluded.fingerprint, state = 'running',
      token = excluded.token, lease_until = excluded.lease_until, expires_at = excluded.expires_at,
      resource_id = case when record.expires_at < now() then null else record.resource_id end,
      response_status = null, response_headers = null, response_body = null
    where record.expires_at < now()
      or (record.state = 'running' and record.lease_until < now() and record.fingerprint = excluded.fingerprint)
    returning resource_id as "resourceId"`,
};

const findStatement: Statement = {
  name: 'find_idempotent',
  text: `select fingerprint, state, response_status as status, response_headers as headers, response_body as body,
      greatest(extract(epoch from lease_until - now()) * 1000, 0)::float8 as "leaseLeftMs"
    from idempotency_records where workspace_id = $1 and idempotency_key = $2`,
};

interface RecordRow {
  readonly fingerprint: string;
  readonly state: 'running' | 'finished';
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly leaseLeftMs: number;
}

/**
 * Begins an idempotent request. Of several concurrent attempts, only one begins. Must not run in a transaction, so that the
 * other attempts find the record at once.
 */
export async function beginIdempotent(db: Queryable, request: IdempotentRequest): Promise<IdempotentStart> {
  const begun = await db.row<{ resourceId: string | null }>(begin, [
    request.workspaceId,
    request.key,
    request.fingerprint,
    request.token,
    request.leaseMs,
    request.retentionMs,
  ]);
  if (begun !== undefined)
    return begun.resourceId === null
      ? { outcome: 'begun' }
      : { outcome: 'resumed', resourceId: begun.resourceId };
  const record = await db.row<RecordRow>(findStatement, [request.workspaceId, request.key]);
  // The other attempt was abandoned in the meantime. The client may retry.
  if (record === undefined) return { outcome: 'in_progress', leaseLeftMs: request.leaseMs };
  if (record.fingerprint !== request.fingerprint) return { outcome: 'reused' };
  if (record.state === 'running') return { outcome: 'in_progress', leaseLeftMs: record.leaseLeftMs };
  return { outcome: 'finished', status: record.status, headers: record.headers, body: record.body };
}

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
