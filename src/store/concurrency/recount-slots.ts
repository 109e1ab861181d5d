import type { Queryable, Statement } from '../queryable.ts';

/** Under the counters' locks no slot comes or goes; a count taken before them would be old. */
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

/** Sets every counter to what is held; how many were wrong, which should be none. In a system transaction, nightly. */
export async function recountSlots(tx: Queryable): Promise<number> {
  await tx.execute(lock);
  return tx.execute(recount);
}
