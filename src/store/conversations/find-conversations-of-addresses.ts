import type { MessageChannel } from '../../domain/conversations/recipient.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** The addresses of an inbound message: the sender's, and those of ours that received the message. */
export interface AddressPair {
  readonly channel: MessageChannel;
  /** The sender of the message, to whom an answer would be sent: E.164, or an email address in lower case. */
  readonly recipient: string;
  readonly ownAddresses: readonly string[];
}

export interface ConversationKey {
  readonly workspaceId: string;
  readonly conversationId: string;
}

const latest: Statement = {
  name: 'find_latest_conversation_of_addresses',
  text: `select workspace_id as "workspaceId", id as "conversationId" from conversations
    where recipient = $1 and own_address = any($2) and channel = $3 order by updated_at desc, id desc limit 1`,
};

/** Returns the conversation between the addresses that changed last, of any workspace. `db` must be in the system scope. */
export function findLatestConversation(
  db: Queryable,
  { channel, recipient, ownAddresses }: AddressPair,
): Promise<ConversationKey | undefined> {
  return db.row<ConversationKey>(latest, [recipient, ownAddresses, channel]);
}

const workspaces: Statement = {
  name: 'find_workspaces_of_addresses',
  text: `select distinct workspace_id as "workspaceId" from conversations
    where recipient = $1 and own_address = any($2) and channel = $3 order by workspace_id`,
};

/** Returns the workspaces that have a conversation between the addresses. `db` must be in the system scope. */
export async function findWorkspacesOfAddresses(
  db: Queryable,
  { channel, recipient, ownAddresses }: AddressPair,
): Promise<string[]> {
  const rows = await db.rows<{ workspaceId: string }>(workspaces, [recipient, ownAddresses, channel]);
  return rows.map(({ workspaceId }) => workspaceId);
}

const byId: Statement = {
  name: 'find_conversation_workspace',
  text: `select workspace_id as "workspaceId", id as "conversationId" from conversations where id = $1`,
};

/** Returns the workspace of a conversation. `db` must be in the system scope. */
export function findConversationKey(
  db: Queryable,
  conversationId: string,
): Promise<ConversationKey | undefined> {
  return db.row<ConversationKey>(byId, [conversationId]);
}
