import type { Analysis } from '../../domain/analysis.ts';
import type { CallCost } from '../../domain/call.ts';
import { addCosts } from '../../domain/costs/price-usage.ts';
import type { ConversationWarning, CustomerDetails } from '../../domain/conversations/conversation.ts';
import type { MessageChannel } from '../../domain/conversations/recipient.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import { appendEvent } from '../events.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';
import { finishTasksOfConversation } from '../tasks.ts';

/** `flowId` of a conversation that belongs to no flow: a stranger started it. */
export const noFlow = '';

export interface ConversationRow {
  readonly id: string;
  readonly workspaceId: string;
  /** `noFlow` for a conversation without a flow. */
  readonly flowId: string;
  readonly flowVersion: number;
  readonly agentId: string | null;
  /** The user or key that started the conversation. */
  readonly userId: string;
  /** Whether a test key caused one of its messages. Its flow then reaches the test network only. */
  readonly testOnly: boolean;
  readonly channel: MessageChannel;
  readonly recipient: string;
  readonly customer: CustomerDetails;
  readonly dynamic: Readonly<Record<string, VariableValue>>;
  /** The metadata of the request that started the conversation. */
  readonly metadata: Readonly<Record<string, unknown>>;
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
  /** Null before the analysis, or if the agent requests none. */
  readonly analysis: Analysis | null;
  /** The usage of language models in replies and analyses. */
  readonly costs: readonly CallCost[];
  readonly warnings: readonly ConversationWarning[];
  readonly messageCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Columns of the table `conversations`, without an alias. */
export const conversationColumns = `id, workspace_id as "workspaceId", flow_id as "flowId", flow_version as "flowVersion",
  agent_id as "agentId", user_id as "userId", test_only as "testOnly", channel, recipient, customer, dynamic, metadata,
  expires_at as "expiresAt",
  closed_at as "closedAt", own_address as "ownAddress", flow_state as "flowState", automatic_count as "automaticCount",
  taken_over_at as "takenOverAt", taken_over_by as "takenOverBy", attention, analysis, costs, warnings,
  created_at as "createdAt", updated_at as "updatedAt",
  (select count(*)::int from messages where messages.conversation_id = conversations.id) as "messageCount"`;

const findConversationStatement: Statement = {
  name: 'find_conversation',
  text: `select ${conversationColumns} from conversations where workspace_id = $1 and id = $2`,
  isLookup: true,
};

export function findConversation(
  db: Queryable,
  { workspaceId, conversationId }: { readonly workspaceId: string; readonly conversationId: string },
): Promise<ConversationRow | undefined> {
  return db.row<ConversationRow>(findConversationStatement, [workspaceId, conversationId]);
}

/** `xmin` is the transaction that wrote a row last, so it changes with every write, whatever the clocks of the nodes say. */
const findConversationVersionStatement: Statement = {
  name: 'find_conversation_version',
  text: `select concat_ws(' ', conversations.xmin::text, (
      select string_agg(message.xmin::text, ' ' order by message.sequence) from (
        select messages.xmin, messages.sequence from messages
        where messages.workspace_id = $1 and messages.conversation_id = $2
        order by messages.sequence desc limit $3) as message)) as version
    from conversations where workspace_id = $1 and id = $2`,
  isLookup: true,
};

/** Returns a text that changes with every change of the conversation or of its last `messages` messages; undefined if it does not exist. */
export async function findConversationVersion(
  db: Queryable,
  query: { readonly workspaceId: string; readonly conversationId: string; readonly messages: number },
): Promise<string | undefined> {
  const values = [query.workspaceId, query.conversationId, query.messages];
  return (await db.row<{ version: string }>(findConversationVersionStatement, values))?.version;
}

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
> & {
  /** Defaults to false. */
  readonly testOnly?: boolean;
  /** Defaults to none. */
  readonly metadata?: ConversationRow['metadata'];
  readonly inactivityHours: number;
  readonly at: Date;
};

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
      dynamic, inactivity_hours, expires_at, created_at, updated_at, test_only, metadata)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::timestamptz + make_interval(hours => $11), $12, $12, $13, $14)
    on conflict (workspace_id, flow_id, recipient) where closed_at is null do update
      set customer = conversations.customer || excluded.customer, dynamic = conversations.dynamic || excluded.dynamic,
        test_only = conversations.test_only or excluded.test_only,
        updated_at = greatest(conversations.updated_at, excluded.updated_at)
    returning ${conversationColumns}`,
};

/**
 * Returns the open conversation of a flow and a recipient, or creates one if there is none or it has expired. In an
 * existing conversation, the customer data is merged; flow version, agent, metadata and inactivity hours are unchanged. Locks the
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
    conversation.testOnly ?? false,
    json(conversation.metadata ?? {}),
  ]);
  return row!;
}

const lockConversationStatement: Statement = {
  name: 'lock_conversation',
  text: `select ${conversationColumns} from conversations where workspace_id = $1 and id = $2 for update`,
};

/** Locks a conversation until the transaction ends, so that no other request closes it or adds a message. */
export function lockConversation(
  tx: Queryable,
  { workspaceId, conversationId }: { readonly workspaceId: string; readonly conversationId: string },
): Promise<ConversationRow | undefined> {
  return tx.row<ConversationRow>(lockConversationStatement, [workspaceId, conversationId]);
}

const costsStatement: Statement = {
  name: 'record_conversation_costs',
  text: `update conversations set costs = $3 where workspace_id = $1 and id = $2`,
};

/** Adds costs to those of a conversation. Changes nothing if the conversation does not exist. */
export async function addConversationCosts(
  tx: Queryable,
  { costs, ...key }: ConversationKey & { readonly costs: readonly CallCost[] },
): Promise<void> {
  if (costs.length === 0) return;
  const conversation = await lockConversation(tx, key);
  if (conversation === undefined) return;
  const sum = json(addCosts(conversation.costs, costs));
  await tx.write(costsStatement, [key.workspaceId, key.conversationId, sum]);
}

/** What a person did in a conversation. */
export interface PersonalAction {
  readonly workspaceId: string;
  readonly conversationId: string;
  /** `take_over`: replies become drafts. `release`: replies are automatic again. `handle`: neither changes. */
  readonly action: 'take_over' | 'release' | 'handle';
  /** The user or key. */
  readonly by: string;
  readonly at: Date;
}

/** A conversation keeps the person who took over first. */
const takeOverConversationStatement: Statement = {
  name: 'record_personal_action',
  text: `update conversations set automatic_count = 0, attention = null, updated_at = greatest(updated_at, $5::timestamptz),
      taken_over_at = case $3::text when 'take_over' then coalesce(taken_over_at, $5) when 'handle' then taken_over_at end,
      taken_over_by = case $3 when 'take_over' then coalesce(taken_over_by, $4::text) when 'handle' then taken_over_by end
    where workspace_id = $1 and id = $2 returning ${conversationColumns}`,
};

/**
 * Records that a person handled a conversation: the count of automatic messages starts again, the conversation needs no attention, and its tasks are
 * done.
 */
export async function recordPersonalAction(
  tx: Queryable,
  { workspaceId, conversationId, action, by, at }: PersonalAction,
): Promise<ConversationRow | undefined> {
  await finishTasksOfConversation(tx, { workspaceId, conversationId, by, at });
  return tx.row<ConversationRow>(takeOverConversationStatement, [
    workspaceId,
    conversationId,
    action,
    by,
    at,
  ]);
}

interface SuppressedAddresses {
  readonly workspaceId: string;
  readonly suppressed: readonly { readonly channel: string; readonly address: string }[];
  readonly at: Date;
}

interface OptedOutConversation {
  readonly conversationId: string;
  readonly flowId: string | null;
  readonly agentId: string | null;
  readonly channel: string;
  readonly address: string;
  readonly metadata: ConversationRow['metadata'];
  readonly sequence: number;
}

/** Uses the index on recipients, so that addresses without conversations cost little. */
const optOutConversationsStatement: Statement = {
  name: 'opt_out_conversations',
  text: `update conversations set sequence = sequence + 1, updated_at = greatest(updated_at, $4::timestamptz)
    from unnest($2::text[], $3::text[]) as suppressed (channel, address)
    where workspace_id = $1 and recipient = suppressed.address and conversations.channel = suppressed.channel
      and closed_at is null and expires_at > $4
    returning id as "conversationId", nullif(flow_id, '') as "flowId", agent_id as "agentId", conversations.channel, recipient as address,
      metadata, sequence`,
};

/** Publishes `conversation.opted_out` for every open conversation whose customer must no longer be contacted. */
export async function optOutConversations(
  tx: Queryable,
  { workspaceId, suppressed, at }: SuppressedAddresses,
): Promise<void> {
  const channels = suppressed.map(({ channel }) => channel);
  const addresses = suppressed.map(({ address }) => address);
  const conversations = await tx.rows<OptedOutConversation>(optOutConversationsStatement, [
    workspaceId,
    channels,
    addresses,
    at,
  ]);
  for (const { sequence, ...data } of conversations) {
    const subjectId = data.conversationId;
    await appendEvent(tx, { workspaceId, type: 'conversation.opted_out', subjectId, sequence, data, at });
  }
}
