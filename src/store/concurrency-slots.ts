import type { Queryable, Statement } from './queryable.ts';

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
const acquireSlotStatement: Statement = {
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
  const row = await db.row<{ acquired: boolean | null; current: number | null }>(acquireSlotStatement, [
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

const countSlotsStatement: Statement = {
  name: 'count_slots',
  text: `select active as current from concurrency_counters where workspace_id = $1 and holder = $1`,
};

/** Returns the current number of concurrent calls in the workspace. */
export async function countSlots(
  db: Queryable,
  { workspaceId }: { readonly workspaceId: string },
): Promise<number> {
  const row = await db.row<{ current: number }>(countSlotsStatement, [workspaceId]);
  return row?.current ?? 0;
}

const releaseSlotStatement: Statement = {
  name: 'release_slot',
  text: `with released as (delete from concurrency_slots where workspace_id = $1 and call_id = $2 returning holder),
    counters as materialized (
      select holder from concurrency_counters where holder in (select holder from released) order by holder for update)
    update concurrency_counters counter set active = counter.active - 1 from counters
    where counter.holder = counters.holder`,
};

/** Releases the slots of a call, if it has any. Part of `finishCall`. */
export async function releaseSlot(
  db: Queryable,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
): Promise<void> {
  await db.write(releaseSlotStatement, [workspaceId, callId]);
}

const renewSlotsStatement: Statement = {
  name: 'renew_slots',
  text: `update concurrency_slots set lease_until = now() + $2 * interval '1 ms' where owner = $1`,
};

/** Renews the leases of all slots of a node. Returns the number of slots. `db` is the system's scope. */
export function renewSlots(
  db: Queryable,
  { owner, leaseMs }: { readonly owner: string; readonly leaseMs: number },
): Promise<number> {
  return db.execute(renewSlotsStatement, [owner, leaseMs]);
}

const expireSlotsStatement: Statement = {
  name: 'expire_slots',
  text: `with dead as (
      select call_id, holder from concurrency_slots where lease_until < now() limit 1000 for update skip locked),
    released as (
      delete from concurrency_slots slot using dead where slot.call_id = dead.call_id and slot.holder = dead.holder
      returning slot.call_id, slot.holder),
    counters as materialized (
      select holder from concurrency_counters where holder in (select holder from released) order by holder for update),
    counted as (
      update concurrency_counters counter set active = counter.active - expired.slots
      from counters join (select holder, count(*)::int as slots from released group by holder) expired using (holder)
      where counter.holder = counters.holder)
    select distinct call_id as "callId" from released`,
};

/** Releases the slots of dead nodes, at most 1,000 per call. Returns the ids of their calls. `db` is the system's scope. */
export async function expireSlots(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ callId: string }>(expireSlotsStatement);
  return rows.map((row) => row.callId);
}

/** Locks the counters before they are recounted, so that no slot is acquired or released meanwhile. */
const lockSlots: Statement = {
  name: 'lock_counters',
  text: `select from concurrency_counters order by holder for update`,
};

const recount: Statement = {
  name: 'recount_slots',
  text: `with counted as (
      select counter.holder, count(slot.call_id)::int as slots
      from concurrency_counters counter left join concurrency_slots slot using (holder) group by counter.holder)
    update concurrency_counters counter set active = counted.slots from counted
    where counter.holder = counted.holder and counter.active <> counted.slots`,
};

/**
 * Recounts all slots and corrects the counters. Returns the number of wrong counters, which should be 0. Runs nightly in a
 * system transaction.
 */
export async function recountSlots(tx: Queryable): Promise<number> {
  await tx.execute(lockSlots);
  return tx.execute(recount);
}
