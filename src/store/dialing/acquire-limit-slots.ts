import type { Queryable, Statement } from '../queryable.ts';
import { numberCounterIdSql } from './find-number-capacity.ts';
import { trunkCounterId } from './lock-call-counters.ts';

const statement: Statement = {
  name: 'acquire_limit_slots',
  text: `with wanted as (
      select $3::text as holder where $3 is not null
      union all
      select ${numberCounterIdSql('$1', 'e164')} from phone_numbers
      where workspace_id = $1 and e164 = $4 and max_concurrency is not null),
    taken as (
      insert into concurrency_slots (call_id, holder, workspace_id, owner, lease_until)
      select $2, holder, $1, $5, now() + $6 * interval '1 ms' from wanted on conflict do nothing returning holder)
    insert into concurrency_counters as counter (holder, workspace_id, active)
    select holder, $1, 1 from taken order by holder
    on conflict (holder) do update set active = counter.active + 1`,
};

export interface LimitSlotRequest {
  readonly workspaceId: string;
  readonly callId: string;
  /** The trunk of the call, if the trunk has limits. */
  readonly trunk: string | undefined;
  /** E.164. */
  readonly fromNumber: string;
  /** The node that renews the lease. */
  readonly owner: string;
  readonly leaseMs: number;
}

/**
 * Counts a call towards the limits of its trunk and caller number, even if it exceeds them, so that batches dial fewer
 * calls. A repeated request has no effect.
 */
export async function acquireLimitSlots(tx: Queryable, request: LimitSlotRequest): Promise<void> {
  const { workspaceId, callId, trunk, fromNumber, owner, leaseMs } = request;
  const trunkCounter = trunk && trunkCounterId(trunk, workspaceId);
  await tx.execute(statement, [workspaceId, callId, trunkCounter, fromNumber, owner, leaseMs]);
}
