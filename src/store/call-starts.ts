import type { Queryable, Statement } from './queryable.ts';

export interface CallStart {
  readonly workspaceId: string;
  /** Rate of the plan, which is also the burst size. */
  readonly callStartsPerSecond: number;
}

export interface CallStartResult {
  readonly allowed: boolean;
  /** Time until a call may start; 0 if this call may start. */
  readonly retryAfterMs: number;
}

/**
 * GCRA (ATM Forum TM 4.0 §4.4.4, virtual scheduling): each start advances the theoretical arrival time by one interval.
 * A start is admitted if that time is then at most one second ahead of now. A rejected start changes nothing.
 */
const statement: Statement = {
  name: 'take_call_start',
  text: `with taken as (
      insert into call_starts as bucket (workspace_id, theoretical_arrival_at)
      values ($1, clock_timestamp() + $2 * interval '1 ms')
      on conflict (workspace_id) do update
        set theoretical_arrival_at =
          greatest(bucket.theoretical_arrival_at, clock_timestamp()) + $2 * interval '1 ms'
        where greatest(bucket.theoretical_arrival_at, clock_timestamp()) + $2 * interval '1 ms'
          <= clock_timestamp() + interval '1 s'
      returning theoretical_arrival_at)
    select exists (select from taken) as allowed,
      extract(epoch from coalesce((select theoretical_arrival_at from call_starts where workspace_id = $1),
        clock_timestamp()) - clock_timestamp())::float8 * 1000 as "aheadMs"`,
};

const windowMs = 1_000;

/** Consumes one call start of the plan's rate, across all nodes. */
export async function takeCallStart(db: Queryable, start: CallStart): Promise<CallStartResult> {
  const intervalMs = windowMs / start.callStartsPerSecond;
  const row = await db.row<{ allowed: boolean; aheadMs: number }>(statement, [start.workspaceId, intervalMs]);
  const { allowed, aheadMs } = row!;
  return { allowed, retryAfterMs: allowed ? 0 : Math.max(aheadMs + intervalMs - windowMs, 0) };
}
