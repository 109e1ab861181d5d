import type { Queryable, Statement } from '../queryable.ts';

const lock: Statement = {
  name: 'hold_dial_pace',
  text: `select scope, extract(epoch from next_at - clock_timestamp())::float8 * 1000 as "nextInMs",
      clock_timestamp()::text as "heldAt"
    from dial_pace where scope = any($1) order by scope for update`,
};

const make: Statement = {
  name: 'make_dial_pace',
  text: `insert into dial_pace (scope, next_at) select scope, now() from unnest($1::text[]) scope order by scope
    on conflict do nothing`,
};

const advance: Statement = {
  name: 'advance_dial_pace',
  text: `update dial_pace set next_at = $1::timestamptz + next_in_ms * interval '1 ms'
    from unnest($2::text[], $3::float8[]) as moved (moved_scope, next_in_ms) where scope = moved_scope`,
};

const purge: Statement = {
  name: 'purge_dial_pace',
  text: `delete from dial_pace where next_at < now() - interval '1 day'`,
};

export interface HeldPace {
  /** The moment at which it was held, by the database's clock: other times are counted from it. */
  readonly heldAt: string;
  /** By scope: when the next call may begin. */
  readonly nextInMs: ReadonlyMap<string, number>;
}

/** Locked until the transaction ends. `scopes`: one at least. */
export async function holdPace(tx: Queryable, scopes: readonly string[]): Promise<HeldPace> {
  let rows = await tx.rows<{ scope: string; nextInMs: number; heldAt: string }>(lock, [scopes]);
  if (rows.length < scopes.length) {
    await tx.execute(make, [scopes]);
    rows = await tx.rows(lock, [scopes]);
  }
  const nextInMs = new Map(rows.map((row) => [row.scope, row.nextInMs]));
  return { heldAt: rows[0]!.heldAt, nextInMs };
}

/** Writes down what was reserved of scopes that are held. */
export async function advancePace(tx: Queryable, { heldAt, nextInMs }: HeldPace): Promise<void> {
  await tx.execute(advance, [heldAt, [...nextInMs.keys()], [...nextInMs.values()]]);
}

/** Forgets scopes of which nothing was dialed for a day; how many. `db` is the system's scope. */
export function purgePace(db: Queryable): Promise<number> {
  return db.execute(purge);
}
