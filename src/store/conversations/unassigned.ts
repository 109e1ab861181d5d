import type { Queryable, Statement } from '../queryable.ts';
import type { AddressPair, ConversationKey } from './conversations.ts';

const workspaceStatement: Statement = {
  name: 'find_receiving_workspace',
  text: `select coalesce(
      (select workspace_id from phone_numbers where e164 = any($1) order by e164 limit 1),
      (select id from workspaces where is_operator order by created_at, id limit 1)) as "workspaceId"`,
};

/** Returns the workspace that owns one of the numbers, else the operator's. `tx` must be in the system scope. */
export async function findReceivingWorkspace(
  tx: Queryable,
  ownAddresses: readonly string[],
): Promise<string | undefined> {
  const row = await tx.row<{ workspaceId: string | null }>(workspaceStatement, [ownAddresses]);
  return row?.workspaceId ?? undefined;
}

const countStatement: Statement = {
  name: 'count_unassigned',
  text: `select
      (select count(*)::int from (
        select from conversations join messages on messages.conversation_id = conversations.id
        where recipient = $1 and channel = $2 and flow_id = '' and direction = 'inbound' and messages.created_at > $4
        limit $5) received) as messages,
      (select count(*)::int from (
        select from conversations where own_address = any($3) and flow_id = '' and created_at > $4 limit $6) opened) as conversations`,
};

/**
 * Counts the messages of a sender in conversations without a flow, and the conversations without a flow with our addresses, since a time, up to the
 * limits. `tx` must be in the system scope.
 */
export async function countUnassigned(
  tx: Queryable,
  query: AddressPair & {
    readonly since: Date;
    readonly maxMessages: number;
    readonly maxConversations: number;
  },
): Promise<{ readonly messages: number; readonly conversations: number }> {
  const { recipient, channel, ownAddresses, since, maxMessages, maxConversations } = query;
  const values = [recipient, channel, ownAddresses, since, maxMessages, maxConversations];
  return (await tx.row<{ messages: number; conversations: number }>(countStatement, values))!;
}

const markStatement: Statement = {
  name: 'mark_unassigned',
  text: `update conversations set attention = 'unassigned' where workspace_id = $1 and id = $2`,
};

/** Records that a person must look at a conversation without a flow. */
export async function markUnassigned(
  tx: Queryable,
  { workspaceId, conversationId }: ConversationKey,
): Promise<void> {
  await tx.write(markStatement, [workspaceId, conversationId]);
}
