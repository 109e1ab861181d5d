import type { Queryable, Statement } from '../queryable.ts';

/** Channel of notifications that a callback was added or is due earlier. */
export const callbacksChannel = 'parley_callbacks';

const statement: Statement = {
  name: 'find_next_callback_time',
  text: `select min(scheduled_at) as at from dispositions where status = 'pending'`,
};

/** Returns the due time of the next callback, or undefined if none is pending. `db` is the system's scope. */
export async function findNextCallbackTime(db: Queryable): Promise<Date | undefined> {
  const row = await db.row<{ at: Date | null }>(statement);
  return row?.at ?? undefined;
}
