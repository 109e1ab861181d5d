import { json, type Queryable, type Statement } from '../queryable.ts';
import { conversationColumns, type ConversationRow } from './conversation-row.ts';

export type NewConversation = Pick<
  ConversationRow,
  | 'id'
  | 'workspaceId'
  | 'flowId'
  | 'flowVersion'
  | 'agentId'
  | 'userId'
  | 'channel'
  | 'recipient'
  | 'customer'
  | 'dynamic'
> & { readonly inactivityHours: number; readonly at: Date };

/** Of two that find the same one lapsed the second waits here for the first, and then finds nothing to close. */
const close: Statement = {
  name: 'close_lapsed_conversation',
  text: `update conversations set closed_at = $4
    where workspace_id = $1 and flow_id = $2 and recipient = $3 and closed_at is null and expires_at <= $4`,
};

/** The unique index on open conversations decides who begins it; whoever comes second joins. */
const join: Statement = {
  name: 'join_conversation',
  text: `insert into conversations (id, workspace_id, flow_id, flow_version, agent_id, user_id, channel, recipient, customer,
      dynamic, inactivity_hours, expires_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::timestamptz + make_interval(hours => $11), $12, $12)
    on conflict (workspace_id, flow_id, recipient) where closed_at is null do update
      set customer = conversations.customer || excluded.customer, dynamic = conversations.dynamic || excluded.dynamic,
        updated_at = greatest(conversations.updated_at, excluded.updated_at)
    returning ${conversationColumns}`,
};

/**
 * The open conversation of a flow and a recipient, or a new one where there is none or its time has run out. It goes on with the
 * flow's version, the agent and the inactivity it began with, and learns what is new of the customer. Locked until the transaction
 * ends: its messages have an order.
 */
export async function openConversation(tx: Queryable, made: NewConversation): Promise<ConversationRow> {
  await tx.execute(close, [made.workspaceId, made.flowId, made.recipient, made.at]);
  const row = await tx.row<ConversationRow>(join, [
    made.id,
    made.workspaceId,
    made.flowId,
    made.flowVersion,
    made.agentId,
    made.userId,
    made.channel,
    made.recipient,
    json(made.customer),
    json(made.dynamic),
    made.inactivityHours,
    made.at,
  ]);
  return row!;
}
