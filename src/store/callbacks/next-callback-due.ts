import type { Queryable, Statement } from '../queryable.ts';

/** Told whenever there is a callback to wait for, or one comes due sooner than it did. */
export const callbacksChannel = 'parley_callbacks';

const statement: Statement = {
  name: 'next_callback_due',
  text: `select min(scheduled_at) as at from dispositions where status = 'pending'`,
};

/** When the next one is due; undefined where none waits. `db` is the system's scope. */
export async function nextCallbackDue(db: Queryable): Promise<Date | undefined> {
  const row = await db.row<{ at: Date | null }>(statement);
  return row?.at ?? undefined;
}
