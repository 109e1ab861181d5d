import { type BucketSize, clockToleranceMs, roundingTolerance } from '../domain/leaky-bucket.ts';
import type { Queryable, Statement } from './queryable.ts';

/** State of a bucket after a request. */
export interface BucketRow {
  readonly allowed: boolean;
  /** Fill level of the bucket, in requests. */
  readonly used: number;
}

export interface TakeOptions extends BucketSize {
  /** Time for tests. Defaults to the database's clock, which all nodes share. */
  readonly now?: Date | undefined;
}

/**
 * Returns `takeFromBucket` of the domain as one SQL statement. The row is locked during the check, so that the limit is
 * exact for concurrent requests on all nodes. `now()` is constant within the statement. A rejection is also written,
 * because `returning` then reads the state under the lock. The parameters after those of the key are the capacity, the
 * drain per second, and the time or null.
 */
export function takeFromBucketSql(table: string, keys: readonly string[]): string {
  const at = (offset: number) => `$${keys.length + offset}`;
  const now = `coalesce(${at(3)}::timestamptz, now())`;
  const elapsed = `greatest(extract(epoch from ${now} - bucket.measured_at)::float8, 0)`;
  const drained = `greatest(least(bucket.used, ${at(1)}::float8) - ${elapsed} * ${at(2)}::float8, 0)`;
  const fits = `${drained} + 1 <= ${at(1)}::float8 + ${roundingTolerance}`;
  return `insert into ${table} as bucket (${keys.join(', ')}, used, measured_at, allowed)
    values (${keys.map((_, index) => `$${index + 1}`).join(', ')}, 1, ${now}, true)
    on conflict (${keys.join(', ')}) do update set
      used = ${drained} + case when ${fits} then 1 else 0 end,
      allowed = ${fits},
      measured_at = case when bucket.measured_at > ${now} + interval '${clockToleranceMs} ms' then ${now}
        else greatest(bucket.measured_at, ${now}) end
    returning allowed, used`;
}

const takeRequestStatement: Statement = {
  name: 'take_request',
  text: takeFromBucketSql('rate_limits', ['workspace_id', 'holder']),
};

export interface RequestToCount extends TakeOptions {
  readonly workspaceId: string;
  /** Id of the API key, or of the workspace for the limit of all its keys. */
  readonly holder: string;
}

/** Counts one request of an API key or workspace. Must not run in a transaction: other requests would wait for its end. */
export async function takeRequest(db: Queryable, request: RequestToCount): Promise<BucketRow> {
  const { workspaceId, holder, capacity, drainPerSecond, now } = request;
  const row = await db.row<BucketRow>(takeRequestStatement, [
    workspaceId,
    holder,
    capacity,
    drainPerSecond,
    now,
  ]);
  return row!;
}

const take: Statement = {
  name: 'take_sign_in_attempt',
  text: takeFromBucketSql('sign_in_attempts', ['holder']),
};

const returnAttempts: Statement = {
  name: 'return_sign_in_attempts',
  text: `update sign_in_attempts set used = greatest(used - 1, 0) where holder = any($1)`,
};

const purge: Statement = {
  name: 'purge_sign_in_attempts',
  text: `delete from sign_in_attempts where measured_at < now() - interval '1 day'`,
};

/**
 * Counts one sign-in attempt of an account or an IP address, which `holder` identifies. `db` is the system's scope,
 * outside a transaction.
 */
export async function takeSignInAttempt(
  db: Queryable,
  { holder, capacity, drainPerSecond, now }: TakeOptions & { readonly holder: string },
): Promise<BucketRow> {
  return (await db.row<BucketRow>(take, [holder, capacity, drainPerSecond, now]))!;
}

/** Returns the attempts of a successful sign-in to their buckets, so that only failed attempts count. */
export async function returnSignInAttempts(db: Queryable, holders: readonly string[]): Promise<void> {
  await db.execute(returnAttempts, [holders]);
}

/** Deletes buckets that were not used for a day. Returns their number. `db` is the system's scope. */
export function purgeSignInAttempts(db: Queryable): Promise<number> {
  return db.execute(purge);
}
