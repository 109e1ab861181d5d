import type { Queryable, Statement } from '../queryable.ts';

export interface RequestToCount {
  readonly workspaceId: string;
  readonly keyId: string;
  /** Requests in 60 s; as many may come at once. */
  readonly requestsPerMinute: number;
}

export interface RequestCounted {
  readonly allowed: boolean;
  /** How many more may come at once. */
  readonly remaining: number;
  /** Until all may come at once again. */
  readonly resetMs: number;
  /** Until the next one may come; 0 where it was allowed. */
  readonly retryAfterMs: number;
}

/**
 * GCRA (ATM Forum TM 4.0 §4.4.4, virtual scheduling): each request moves the theoretical arrival time on by one interval;
 * it conforms while that time is no more than the burst ahead of now. A refused request moves nothing.
 */
const statement: Statement = {
  name: 'take_request',
  text: `with taken as (
      insert into rate_limits as bucket (workspace_id, key_id, theoretical_arrival_at)
      values ($1, $2, now() + $3 * interval '1 ms')
      on conflict (workspace_id, key_id) do update
        set theoretical_arrival_at = greatest(bucket.theoretical_arrival_at, now()) + $3 * interval '1 ms'
        where greatest(bucket.theoretical_arrival_at, now()) + $3 * interval '1 ms' <= now() + interval '1 min'
      returning theoretical_arrival_at)
    select exists (select from taken) as allowed,
      extract(epoch from coalesce(
        (select theoretical_arrival_at from taken),
        (select theoretical_arrival_at from rate_limits where workspace_id = $1 and key_id = $2),
        now()) - now())::float8 * 1000 as "aheadMs"`,
};

const windowMs = 60_000;

export async function takeRequest(db: Queryable, request: RequestToCount): Promise<RequestCounted> {
  const intervalMs = windowMs / request.requestsPerMinute;
  const row = await db.row<{ allowed: boolean; aheadMs: number }>(statement, [
    request.workspaceId,
    request.keyId,
    intervalMs,
  ]);
  const aheadMs = Math.max(0, row!.aheadMs);
  return {
    allowed: row!.allowed,
    remaining: Math.max(0, Math.floor((windowMs - aheadMs) / intervalMs)),
    resetMs: aheadMs,
    retryAfterMs: row!.allowed ? 0 : Math.max(0, aheadMs + intervalMs - windowMs),
  };
}
