import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
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
  const rows = await db.rows<{ callId: string }>(statement);
  return rows.map((row) => row.callId);
}
