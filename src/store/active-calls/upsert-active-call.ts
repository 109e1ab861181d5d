import { json, withoutNul, type Queryable, type Statement } from '../queryable.ts';
import type { ActiveCallRow } from './active-call-row.ts';

export type ActiveCall = Omit<ActiveCallRow, 'roomName' | 'updatedAt'> & { readonly at: Date };

const statement: Statement = {
  name: 'upsert_active_call',
  text: `insert into active_calls (call_id, workspace_id, room_name, node_id, agent_id, agent_name, customer_phone,
      customer_name, type, sentiment, last_message, transfer_requested, participants, started_at, updated_at)
    select id, workspace_id, room_name, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14 from calls
      where workspace_id = $1 and id = $2 and state <> 'ended'
    on conflict (call_id) do update set node_id = excluded.node_id, agent_id = excluded.agent_id,
      agent_name = excluded.agent_name, customer_name = excluded.customer_name, sentiment = excluded.sentiment,
      last_message = excluded.last_message, transfer_requested = excluded.transfer_requested,
      participants = excluded.participants, updated_at = excluded.updated_at`,
};

/** Inserts or updates an active call, unless the call has ended. */
export async function upsertActiveCall(db: Queryable, call: ActiveCall): Promise<void> {
  await db.execute(statement, [
    call.workspaceId,
    call.callId,
    call.nodeId,
    call.agentId,
    call.agentName,
    call.customerPhone,
    call.customerName === null ? null : withoutNul(call.customerName),
    call.type,
    call.sentiment,
    withoutNul(call.lastMessage),
    call.transferRequested,
    json(call.participants),
    call.startedAt,
    call.at,
  ]);
}
