import type { FreeInterval } from '../../domain/dialing/rate-schedule.ts';
import type { Queryable, Statement } from '../queryable.ts';

const lock: Statement = {
  name: 'hold_dial_pace',
  text: `select scope, extract(epoch from next_at)::float8 * 1000 as "nextAtMs", gaps,
      extract(epoch from clock_timestamp())::float8 * 1000 as "heldAtMs"
    from dial_pace where scope = any($1) order by scope for update`,
};

const make: Statement = {
  name: 'make_dial_pace',
  text: `insert into dial_pace (scope, next_at) select scope, now() from unnest($1::text[]) scope order by scope
    on conflict do nothing`,
};

const advance: Statement = {
  name: 'advance_dial_pace',
  text: `update dial_pace set next_at = to_timestamp(next_at_ms / 1000), gaps = moved_gaps::float8[]
    from unnest($1::text[], $2::float8[], $3::text[]) as moved (moved_scope, next_at_ms, moved_gaps)
    where scope = moved_scope`,
};

const purge: Statement = {
  name: 'purge_dial_pace',
  text: `delete from dial_pace where next_at < now() - interval '1 day'`,
};

export interface HeldPace {
  /** The moment at which it was held, by the database's clock, in ms of Unix time: other times are counted from it. */
  readonly heldAtMs: number;
  /** By scope: when calls may begin, in order; the last time has no end. */
  readonly free: ReadonlyMap<string, readonly FreeInterval[]>;
}

interface PaceRow {
  readonly scope: string;
  readonly nextAtMs: number;
  readonly gaps: readonly number[];
  readonly heldAtMs: number;
}

/** Gaps that a scope keeps; more are forgotten, the latest first. */
const mostGaps = 64;

/** Locked until the transaction ends. `scopes`: one at least. */
export async function holdPace(tx: Queryable, scopes: readonly string[]): Promise<HeldPace> {
  let rows = await tx.rows<PaceRow>(lock, [scopes]);
  if (rows.length < scopes.length) {
    await tx.execute(make, [scopes]);
    rows = await tx.rows(lock, [scopes]);
  }
  const heldAtMs = Math.max(...rows.map((row) => row.heldAtMs));
  return { heldAtMs, free: new Map(rows.map((row) => [row.scope, freeOf(row, heldAtMs)])) };
}

function freeOf({ nextAtMs, gaps }: PaceRow, heldAtMs: number): FreeInterval[] {
  const free: FreeInterval[] = [];
  for (let index = 0; index < gaps.length; index += 2)
    free.push({ fromMs: gaps[index]! - heldAtMs, toMs: gaps[index + 1]! - heldAtMs });
  return [...free, { fromMs: nextAtMs - heldAtMs, toMs: Infinity }];
}

/** Writes down what was reserved of scopes that are held. */
export async function advancePace(tx: Queryable, { heldAtMs, free }: HeldPace): Promise<void> {
  const times = [...free.values()];
  const nextAtMs = times.map((ofScope) => heldAtMs + ofScope.at(-1)!.fromMs);
  const gaps = times.map((ofScope) => {
    const ends = ofScope
      .slice(0, -1)
      .slice(0, mostGaps)
      .flatMap(({ fromMs, toMs }) => [fromMs, toMs]);
    return `{${ends.map((ms) => heldAtMs + ms).join(',')}}`;
  });
  await tx.execute(advance, [[...free.keys()], nextAtMs, gaps]);
}

/** Forgets scopes of which nothing was dialed for a day; how many. `db` is the system's scope. */
export function purgePace(db: Queryable): Promise<number> {
  return db.execute(purge);
}
