import type { Queryable, Statement } from '../queryable.ts';
import { takeText, type BucketRow, type TakeOptions } from './bucket-sql.ts';

const take: Statement = {
  name: 'take_sign_in_attempt',
  text: takeText('sign_in_attempts', ['holder']),
};

const giveBack: Statement = {
  name: 'give_back_sign_in_attempts',
  text: `update sign_in_attempts set used = greatest(used - 1, 0) where holder = any($1)`,
};

const purge: Statement = {
  name: 'purge_sign_in_attempts',
  text: `delete from sign_in_attempts where measured_at < now() - interval '1 day'`,
};

/** Takes one attempt of an account or an address, whose name is `holder`. `db` is the system's scope, not in a transaction. */
export async function takeSignInAttempt(
  db: Queryable,
  { holder, capacity, drainPerSecond, now }: TakeOptions & { readonly holder: string },
): Promise<BucketRow> {
  return (await db.row<BucketRow>(take, [holder, capacity, drainPerSecond, now]))!;
}

/** The attempts that led to a session cost nothing. */
export async function giveBackSignInAttempts(db: Queryable, holders: readonly string[]): Promise<void> {
  await db.execute(giveBack, [holders]);
}

/** Deletes what has drained long since; how many. `db` is the system's scope. */
export function purgeSignInAttempts(db: Queryable): Promise<number> {
  return db.execute(purge);
}
