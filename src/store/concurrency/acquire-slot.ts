import type { Queryable, Statement } from '../queryable.ts';

export interface SlotRequest {
  readonly workspaceId: string;
  readonly callId: string;
  /** Maximum number of concurrent calls in the workspace. */
  readonly limit: number;
  /** An API key with its own limit. */
  readonly key?: { readonly id: string; readonly limit: number } | undefined;
  /** The node that renews the lease. */
  readonly owner: string;
  readonly leaseMs: number;
}

export interface SlotResult {
  readonly acquired: boolean;
  /** Number of concurrent calls in the workspace, including this one if it has a slot. */
  readonly current: number;
}

/**
 * Locks the counters in the order of their names and reads them under the lock, which makes the limit exact. If the call
 * has its slots already, only their owner changes. Two concurrent requests for one call count it once.
 */
const statement: Statement = {
  name: 'acquire_slot',
  text: `with held as (
      update concurrency_slots set owner = $5, lease_until = now() + $6 * interval '1 ms'
      where call_id = $2 returning holder),
    counters as materialized (
      select counter.holder, counter.active, wanted.cap
      from concurrency_counters counter join unnest($3::text[], $4::int[]) as wanted (holder, cap) using (holder)
      order by counter.holder for update of counter),
    decision as materialized (
      select exists (select from held) as had,
        (select bool_and(active < cap) and count(*) = cardinality($3) from counters) as fits),
    taken as (
      insert into concurrency_slots (call_id, holder, workspace_id, owner, lease_until)
      select $2, holder, $1, $5, now() + $6 * interval '1 ms' from counters, decision
      where decision.fits and not decision.had
      on conflict do nothing returning holder),
    counted as (
      update concurrency_counters counter set active = counter.active + 1 from taken
      where counter.holder = taken.holder)
    select had or fits as acquired,
      (select active from counters where holder = $1) + (select count(*)::int from taken where holder = $1) as current
    from decision`,
};

/** Acquires a concurrency slot for a call. Throws if the workspace or the key does not exist. */
export async function acquireSlot(db: Queryable, request: SlotRequest): Promise<SlotResult> {
  const { workspaceId, key } = request;
  const row = await db.row<{ acquired: boolean | null; current: number | null }>(statement, [
    workspaceId,
    request.callId,
    key === undefined ? [workspaceId] : [workspaceId, key.id],
    key === undefined ? [request.limit] : [request.limit, key.limit],
    request.owner,
    request.leaseMs,
  ]);
  if (row?.acquired == null || row.current === null)
    throw new Error(`Workspace ${workspaceId} has no call counter.`);
  return { acquired: row.acquired, current: row.current };
}
