import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
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
  await db.write(statement, [workspaceId, callId]);
}
