import type { CustomerDetails } from '../../domain/conversations/conversation.ts';
import type { MessageChannel } from '../../domain/conversations/recipient.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';

export interface ConversationRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly flowId: string;
  readonly flowVersion: number;
  readonly agentId: string | null;
  /** The user or key that started the conversation. */
  readonly userId: string;
  readonly channel: MessageChannel;
  readonly recipient: string;
  readonly customer: CustomerDetails;
  readonly dynamic: Readonly<Record<string, VariableValue>>;
  /** Time after which the next message starts another conversation. Each sent message extends it. */
  readonly expiresAt: Date;
  /** Start of the next conversation with the recipient; null if there is none. */
  readonly closedAt: Date | null;
  /** Our address at the carrier of the last message; null before the first one. */
  readonly ownAddress: string | null;
  /** State of the interpreter of a flow with nodes; null before the first reply of the customer. */
  readonly flowState: unknown;
  /** Messages that were sent without approval, since the last one that a person wrote or approved. */
  readonly automaticCount: number;
  /** Replies are drafts from this time until the conversation is released; null if it is not taken over. */
  readonly takenOverAt: Date | null;
  /** The user or key that took over. */
  readonly takenOverBy: string | null;
  /** Why a person must look at the conversation, such as `message_limit`; null if none must. */
  readonly attention: string | null;
  readonly messageCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Columns of the table `conversations`, without an alias. */
export const conversationColumns = `id, workspace_id as "workspaceId", flow_id as "flowId", flow_version as "flowVersion",
  agent_id as "agentId", user_id as "userId", channel, recipient, customer, dynamic, expires_at as "expiresAt",
  closed_at as "closedAt", own_address as "ownAddress", flow_state as "flowState", automatic_count as "automaticCount",
  taken_over_at as "takenOverAt", taken_over_by as "takenOverBy", attention, created_at as "createdAt", updated_at as "updatedAt",
  (select count(*)::int from messages where messages.conversation_id = conversations.id) as "messageCount"`;
