import type { Queryable, Statement } from '../queryable.ts';

export interface CallActivity {
  /**
   * Newest timestamp of the call: its row, timeline and transcript, and the last heartbeat of its node if the node is
   * dead.
   */
  readonly lastActivityAt: Date;
  /** Whether the customer opted out during the call. */
  readonly optedOut: boolean;
  /** The last disposition that the flow recorded; `scheduledAt` (ISO 8601) if a callback was agreed. */
  readonly flowDisposition: {
    readonly disposition?: string;
    readonly scheduledAt?: string;
    readonly notes?: string;
  } | null;
}

const statement: Statement = {
  name: 'find_last_activity',
  text: `select greatest(call.created_at, call.dialed_at, call.ringing_at, call.answered_at, call.updated_at,
      (select max(at) from call_events where call_id = call.id),
      (select updated_at from active_calls where call_id = call.id),
      (select call.answered_at + max(end_ms) * interval '1 ms' from transcript_entries where call_id = call.id),
      (select beat_at from nodes where id = call.node_id and lease_until < now())) as "lastActivityAt",
    exists (select from suppressions where workspace_id = call.workspace_id and channel = 'voice' and call_id = call.id
      and address = case call.direction when 'outbound' then call.to_number else call.from_number end) as "optedOut",
    (select detail from call_events where call_id = call.id and type in ('disposition_set', 'callback_agreed')
      order by sequence desc limit 1) as "flowDisposition"
    from calls call where workspace_id = $1 and id = $2`,
};

/**
 * Returns the last activity of a call whose end was not recorded, or undefined if the call does not exist. Heartbeats are
 * on the database's clock.
 */
export function findLastActivity(
  db: Queryable,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
): Promise<CallActivity | undefined> {
  return db.row<CallActivity>(statement, [workspaceId, callId]);
}
