import type { Queryable, Statement } from '../queryable.ts';

export interface LastSigns {
  /** The newest of all that stands about the call: its row, timeline and transcript, and the last beat of its node where that is dead. */
  readonly lastSignAt: Date;
  /** Whether the customer said in it that they want no more calls. */
  readonly optedOut: boolean;
  /** The last disposition that the flow recorded; `scheduledAt` (ISO 8601) where another call was agreed on. */
  readonly recorded: {
    readonly disposition?: string;
    readonly scheduledAt?: string;
    readonly notes?: string;
  } | null;
}

const statement: Statement = {
  name: 'find_last_signs',
  text: `select greatest(call.created_at, call.dialed_at, call.ringing_at, call.answered_at, call.updated_at,
      (select max(at) from call_events where call_id = call.id),
      (select updated_at from active_calls where call_id = call.id),
      (select call.answered_at + max(end_ms) * interval '1 ms' from transcript_entries where call_id = call.id),
      (select beat_at from nodes where id = call.node_id and lease_until < now())) as "lastSignAt",
    exists (select from suppressions where workspace_id = call.workspace_id and channel = 'voice' and call_id = call.id
      and address = case call.direction when 'outbound' then call.to_number else call.from_number end) as "optedOut",
    (select detail from call_events where call_id = call.id and type in ('disposition_set', 'callback_agreed')
      order by sequence desc limit 1) as recorded
    from calls call where workspace_id = $1 and id = $2`,
};

/** What is known of a call that nobody ended. Undefined where there is no such call. Beats are on the database's clock. */
export function findLastSigns(
  db: Queryable,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
): Promise<LastSigns | undefined> {
  return db.row<LastSigns>(statement, [workspaceId, callId]);
}
