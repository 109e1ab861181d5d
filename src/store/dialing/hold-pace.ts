import type { Queryable, Statement } from '../queryable.ts';

const lock: Statement = {
  name: 'hold_dial_pace',
  text: `select scope, extract(epoch from next_at - clock_timestamp())::float8 * 1000 as "nextInMs"
    from dial_pace where scope = any($1) order by scope for update`,
};

const make: Statement = {
  name: 'make_dial_pace',
  text: `insert into dial_pace (scope, next_at) select scope, now() from unnest($1::text[]) scope order by scope
    on conflict do nothing`,
};

const advance: Statement = {
  name: 'advance_dial_pace',
  text: `update dial_pace set next_at = clock_timestamp() + next_in_ms * interval '1 ms'
    from unnest($1::text[], $2::float8[]) as moved (moved_scope, next_in_ms) where scope = moved_scope`,
};

const purge: Statement = {
  name: 'purge_dial_pace',
  text: `delete from dial_pace where next_at < now() - interval '1 day'`,
};

/** When the next call of each scope may begin, in ms from now by the database's clock; locked until the transaction ends. */
export async function holdPace(
  tx: Queryable,
  scopes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  let rows = await tx.rows<{ scope: string; nextInMs: number }>(lock, [scopes]);
  if (rows.length < scopes.length) {
    await tx.execute(make, [scopes]);
    rows = await tx.rows(lock, [scopes]);
  }
  return new Map(rows.map(({ scope, nextInMs }) => [scope, nextInMs]));
}

/** Writes down what was reserved of scopes that are held. Later than `holdPace`, so that the instants are never too early. */
export async function advancePace(tx: Queryable, next: ReadonlyMap<string, number>): Promise<void> {
  await tx.execute(advance, [[...next.keys()], [...next.values()]]);
}

/** Forgets scopes of which nothing was dialed for a day; how many. `db` is the system's scope. */
export function purgePace(db: Queryable): Promise<number> {
  return db.execute(purge);
}
