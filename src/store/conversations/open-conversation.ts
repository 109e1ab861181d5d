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

/** Closes an expired conversation. Of two concurrent transactions, the second waits for the first and then closes nothing. */
const close: Statement = {
  name: 'close_lapsed_conversation',
  text: `update conversations set closed_at = $4
    where workspace_id = $1 and flow_id = $2 and recipient = $3 and closed_at is null and expires_at <= $4`,
};

/** Creates or joins a conversation. Of two concurrent transactions, the unique index on open conversations lets one create it. */
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
 * Returns the open conversation of a flow and a recipient, or creates one if there is none or it has expired. In an
 * existing conversation, the customer data is merged; flow version, agent and inactivity hours are unchanged. Locks the
 * conversation until the transaction ends, so that its messages have an order.
 */
export async function openConversation(
  tx: Queryable,
  conversation: NewConversation,
): Promise<ConversationRow> {
  await tx.execute(close, [
    conversation.workspaceId,
    conversation.flowId,
    conversation.recipient,
    conversation.at,
  ]);
  const row = await tx.row<ConversationRow>(join, [
    conversation.id,
    conversation.workspaceId,
    conversation.flowId,
    conversation.flowVersion,
    conversation.agentId,
    conversation.userId,
    conversation.channel,
    conversation.recipient,
    json(conversation.customer),
    json(conversation.dynamic),
    conversation.inactivityHours,
    conversation.at,
  ]);
  return row!;
}
