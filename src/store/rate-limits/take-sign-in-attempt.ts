import type { Queryable, Statement } from '../queryable.ts';
import { takeFromBucketSql, type BucketRow, type TakeOptions } from './bucket-sql.ts';

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
