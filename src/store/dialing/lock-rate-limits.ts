import type { FreeInterval } from '../../domain/dialing/rate-schedule.ts';
import type { Queryable, Statement } from '../queryable.ts';

const lock: Statement = {
  name: 'lock_dial_rate_limits',
  text: `select scope, extract(epoch from next_at)::float8 * 1000 as "nextAtMs", gaps,
      extract(epoch from clock_timestamp())::float8 * 1000 as "lockedAtMs"
    from dial_pace where scope = any($1) order by scope for update`,
};

const create: Statement = {
  name: 'create_dial_rate_limits',
  text: `insert into dial_pace (scope, next_at) select scope, now() from unnest($1::text[]) scope order by scope
    on conflict do nothing`,
};

const advance: Statement = {
  name: 'advance_dial_rate_limits',
  text: `update dial_pace set next_at = to_timestamp(next_at_ms / 1000), gaps = moved_gaps::float8[]
    from unnest($1::text[], $2::float8[], $3::text[]) as moved (moved_scope, next_at_ms, moved_gaps)
    where scope = moved_scope`,
};

const purge: Statement = {
  name: 'purge_dial_rate_limits',
  text: `delete from dial_pace where next_at < now() - interval '1 day'`,
};

export interface LockedRateLimits {
  /** Time of the lock on the database's clock, in Unix ms. The times in `free` are relative to it. */
  readonly lockedAtMs: number;
  /** The windows of each scope in which calls may start, in order. The last window has no end. */
  readonly free: ReadonlyMap<string, readonly FreeInterval[]>;
}

interface RateLimitRow {
  readonly scope: string;
  readonly nextAtMs: number;
  readonly gaps: readonly number[];
  readonly lockedAtMs: number;
}

/** Maximum number of free windows per scope; later ones are dropped. */
const windowsMax = 64;

/** Locks the rate limits of the scopes until the transaction ends. Requires at least one scope. */
export async function lockRateLimits(tx: Queryable, scopes: readonly string[]): Promise<LockedRateLimits> {
  let rows = await tx.rows<RateLimitRow>(lock, [scopes]);
  if (rows.length < scopes.length) {
    await tx.execute(create, [scopes]);
    rows = await tx.rows(lock, [scopes]);
  }
  const lockedAtMs = Math.max(...rows.map((row) => row.lockedAtMs));
  return { lockedAtMs, free: new Map(rows.map((row) => [row.scope, freeWindowsOf(row, lockedAtMs)])) };
}

function freeWindowsOf({ nextAtMs, gaps }: RateLimitRow, lockedAtMs: number): FreeInterval[] {
  const free: FreeInterval[] = [];
  for (let index = 0; index < gaps.length; index += 2)
    free.push({ fromMs: gaps[index]! - lockedAtMs, toMs: gaps[index + 1]! - lockedAtMs });
  return [...free, { fromMs: nextAtMs - lockedAtMs, toMs: Infinity }];
}

/** Stores the remaining free windows of locked scopes. */
export async function advanceRateLimits(
  tx: Queryable,
  { lockedAtMs, free }: LockedRateLimits,
): Promise<void> {
  const windows = [...free.values()];
  const nextAtMs = windows.map((ofScope) => lockedAtMs + ofScope.at(-1)!.fromMs);
  const gaps = windows.map((ofScope) => {
    const ends = ofScope
      .slice(0, -1)
      .slice(0, windowsMax)
      .flatMap(({ fromMs, toMs }) => [fromMs, toMs]);
    return `{${ends.map((ms) => lockedAtMs + ms).join(',')}}`;
  });
  await tx.execute(advance, [[...free.keys()], nextAtMs, gaps]);
}

/** Deletes scopes that dialed no call for a day. Returns the number of deleted scopes. `db` is the system's scope. */
export function purgeRateLimits(db: Queryable): Promise<number> {
  return db.execute(purge);
}
