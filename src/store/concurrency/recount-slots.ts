import type { Queryable, Statement } from '../queryable.ts';

/** Locks the counters before they are recounted, so that no slot is acquired or released meanwhile. */
const lock: Statement = {
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
  await tx.execute(lock);
  return tx.execute(recount);
}
