import type { Queryable, Statement } from '../queryable.ts';
import { trunkHolder } from './hold-room.ts';

const statement: Statement = {
  name: 'take_trunk_place',
  text: `with taken as (
      insert into concurrency_slots (call_id, holder, workspace_id, owner, lease_until)
      values ($2, $3, $1, $4, now() + $5 * interval '1 ms') on conflict do nothing returning holder)
    insert into concurrency_counters as counter (holder, workspace_id, active)
    select holder, $1, 1 from taken
    on conflict (holder) do update set active = counter.active + 1`,
};

export interface TrunkPlace {
  readonly workspaceId: string;
  readonly callId: string;
  readonly trunk: string;
  /** The node that renews the lease. */
  readonly owner: string;
  readonly leaseMs: number;
}

/** A call that need not wait for room on its trunk is counted there, so that batches leave it alone. Again: nothing. */
export async function takeTrunkPlace(tx: Queryable, place: TrunkPlace): Promise<void> {
  const { workspaceId, callId, trunk, owner, leaseMs } = place;
  await tx.execute(statement, [workspaceId, callId, trunkHolder(trunk, workspaceId), owner, leaseMs]);
}
