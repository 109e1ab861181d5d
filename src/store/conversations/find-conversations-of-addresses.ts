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

/** The addresses of ours in a message that workspaces share. */
export interface SharedAddresses {
  readonly shared: readonly string[];
  /** Whether every workspace may use them. */
  readonly forAll: boolean;
}

/** A workspace that owns the number, or may use the shared address. */
const current: Statement = {
  name: 'find_current_conversations',
  text: `select distinct on (workspace_id) workspace_id as "workspaceId", id as "conversationId", updated_at as "updatedAt",
      closed_at is null and expires_at > $6 as "isOpen"
    from conversations
    where recipient = $1 and own_address = any($2) and channel = $3
      and (exists (select from phone_numbers where phone_numbers.workspace_id = conversations.workspace_id and e164 = own_address)
        or (own_address = any($4) and parley_may_share_sender(workspace_id, own_address, $5)))
    order by workspace_id, "isOpen" desc, updated_at desc, id desc`,
};

/**
 * Returns the conversation between the addresses to which a message belongs: the open one, else the one that changed last, of a workspace that
 * owns the number or may use the shared address now. Returns undefined if there is none, or if several workspaces have an open one. `db` must
 * be in the system scope.
 */
export async function findCurrentConversation(
  db: Queryable,
  { channel, recipient, ownAddresses }: AddressPair,
  { shared, forAll, at }: SharedAddresses & { readonly at: Date },
): Promise<ConversationKey | undefined> {
  const rows = await db.rows<ConversationKey & { readonly updatedAt: Date; readonly isOpen: boolean }>(
    current,
    [recipient, ownAddresses, channel, shared, forAll, at],
  );
  const open = rows.filter(({ isOpen }) => isOpen);
  if (open.length > 1) return undefined;
  return open[0] ?? rows.toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())[0];
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
