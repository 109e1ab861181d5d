import type { Queryable, Statement } from '../queryable.ts';

export interface CallStart {
  readonly workspaceId: string;
  /** Of the plan; as many may start at once. */
  readonly callStartsPerSecond: number;
}

export interface CallStartTaken {
  readonly allowed: boolean;
  /** Until the next one may start; 0 where this one may. */
  readonly retryAfterMs: number;
}

/**
 * GCRA (ATM Forum TM 4.0 §4.4.4, virtual scheduling): each start moves the theoretical arrival time on by one interval; it
 * conforms while that time is no more than a second ahead of now. A refused start moves nothing, and nor does one whose
 * transaction is given up.
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

/** Takes one start of what the plan allows in a second, over all nodes. */
export async function takeCallStart(db: Queryable, start: CallStart): Promise<CallStartTaken> {
  const intervalMs = windowMs / start.callStartsPerSecond;
  const row = await db.row<{ allowed: boolean; aheadMs: number }>(statement, [start.workspaceId, intervalMs]);
  const { allowed, aheadMs } = row!;
  return { allowed, retryAfterMs: allowed ? 0 : Math.max(aheadMs + intervalMs - windowMs, 0) };
}
