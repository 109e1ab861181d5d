import type { InboundMessage } from '../../contracts/message-carrier.ts';
import { readRecipient } from '../../domain/conversations/recipient.ts';
import { findAgent, findMessagingAgentOfNumber } from '../../store/agents.ts';
import {
  type AddressPair,
  type ConversationKey,
  type ConversationRow,
  findConversationKey,
  findCurrentConversation,
  lockConversation,
  noFlow,
  openConversation,
  type SharedAddresses,
} from '../../store/conversations/conversations.ts';
import { findMessageByReference } from '../../store/conversations/sending.ts';
import { lockRecipient } from '../../store/conversations/senders.ts';
import { findFlow, type FlowRow } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { IdSource } from '../../core/ids.ts';
import type { MessageFlow } from '../../domain/flow/flow.ts';
import type { MailTokens } from '../mail-tokens.ts';
import { scheduleAnalysis } from '../schedule-analysis.ts';
import type { MessageRoute, MessageRoutes } from '../sending/message-routes.ts';

/** The dependencies of the assignment. */
export interface AssignmentContext {
  readonly ids: IdSource;
  readonly tokens: MailTokens;
  readonly routes: MessageRoutes;
}

/** The conversation of an inbound message, locked. */
export interface Assignment {
  readonly conversation: ConversationRow;
  /** Whether the message has a signed token of ours, which only a recipient of our email knows. */
  readonly isSigned: boolean;
}

/** The author of conversations that an inbound message starts. */
const systemUser = 'system';

/** Returns the addresses of an inbound message in the form in which conversations have them. */
export function addressesOf({ channel, from, to }: InboundMessage): AddressPair {
  const own = to.flatMap((address) => {
    const stored = storedAddress(address);
    return channel === 'email' ? [stored, withoutTag(stored)] : [stored];
  });
  return { channel, recipient: storedAddress(from), ownAddresses: [...new Set(own)] };
}

/** Returns an address in the form in which conversations have it. Adds a missing plus sign to a number. Short codes and alphanumeric senders are unchanged. */
function storedAddress(text: string): string {
  const trimmed = text.trim();
  const number = /^\d{7,15}$/.test(trimmed) ? `+${trimmed}` : trimmed;
  return readRecipient(number)?.address ?? (trimmed.includes('@') ? trimmed.toLowerCase() : trimmed);
}

/** Returns an email address without its tag, which is the end of the local part from the last plus sign on. */
const withoutTag = (address: string): string => address.replace(/\+[^+@]*(?=@[^@]*$)/, '');

/**
 * Returns the conversation of an inbound message, locked; undefined if the message belongs to none yet. For an email, this is the conversation of the signed reply
 * address, else of the message that the email answers. Otherwise it is a conversation between the two addresses, in the workspace that owns our number now, or
 * has the conversation from our shared sender. If there is none, an SMS to the number of a messaging agent starts a conversation. If the conversation has ended,
 * a new one with the same flow follows it. `tx` must be in the system scope.
 */
export async function assignConversation(
  tx: Queryable,
  { carrier, message }: { readonly carrier: string; readonly message: InboundMessage },
  { ids, tokens, routes }: AssignmentContext,
  at: Date,
): Promise<Assignment | undefined> {
  const addresses = addressesOf(message);
  if (message.channel === 'sms') await lockRecipient(tx, addresses.recipient);
  const signed = message.channel === 'email' ? await findSigned(tx, message, tokens) : undefined;
  const shared = sharedAddresses(addresses, routes.ofCarrier(carrier, message.channel));
  const known = signed ?? (await findCurrentConversation(tx, addresses, { ...shared, at }));
  const conversation =
    known === undefined
      ? await startConversation(tx, addresses, ids, at)
      : await joinConversation(tx, known, addresses, { ids, at });
  return conversation && { conversation, isSigned: signed !== undefined };
}

/** Returns the addresses that workspaces share: the sender of the carrier, and every address of its mail domain. */
function sharedAddresses(
  { channel, ownAddresses }: AddressPair,
  route: MessageRoute | undefined,
): SharedAddresses {
  if (route === undefined) return { shared: [], forAll: false };
  const shared =
    channel === 'email' ? ownAddresses : ownAddresses.filter((address) => address === route.from);
  return { shared, forAll: route.carries === 'test' };
}

/** Returns a conversation, or the one that follows it if it has ended, locked. */
async function joinConversation(
  tx: Queryable,
  known: ConversationKey,
  addresses: AddressPair,
  { ids, at }: { readonly ids: IdSource; readonly at: Date },
): Promise<ConversationRow | undefined> {
  const row = await lockConversation(tx, known);
  if (row === undefined || isOpen(row, at)) return row;
  if (row.flowId === noFlow) return (await startConversation(tx, addresses, ids, at)) ?? row;
  return continueConversation(tx, row, ids, at);
}

const isOpen = ({ closedAt, expiresAt }: ConversationRow, at: Date): boolean =>
  closedAt === null && expiresAt > at;

/** Returns the conversation whose token is in a recipient address of an email, or which has a message that the email refers to. */
async function findSigned(
  tx: Queryable,
  { to, references }: Extract<InboundMessage, { channel: 'email' }>,
  tokens: MailTokens,
): Promise<ConversationKey | undefined> {
  for (const address of to) {
    const conversationId = tokens.readReplyAddress(address);
    const key = conversationId === undefined ? undefined : await findConversationKey(tx, conversationId);
    if (key !== undefined) return key;
  }
  for (const reference of references) {
    const messageId = tokens.readMessageId(reference);
    const key = messageId === undefined ? undefined : await findMessageByReference(tx, messageId);
    if (key !== undefined) return key;
  }
  return undefined;
}

/** Starts a conversation with the messaging agent that has the number. */
async function startConversation(
  tx: Queryable,
  { channel, recipient, ownAddresses }: AddressPair,
  ids: IdSource,
  at: Date,
): Promise<ConversationRow | undefined> {
  // A sender that is no number, such as an alphanumeric one, cannot be answered.
  if (channel !== 'sms' || readRecipient(recipient) === undefined) return undefined;
  const agent = await findMessagingAgentOfNumber(tx, { numbers: ownAddresses });
  if (agent === undefined) return undefined;
  const { workspaceId, id: agentId } = agent;
  const flow = await findActiveFlow(tx, workspaceId, agent.config.flowId!);
  if (flow === undefined || flow.definition.channel === 'email') return undefined;
  const conversation = await openConversation(tx, {
    ...ofFlow(flow),
    id: ids.newId('conversation'),
    workspaceId,
    agentId,
    userId: systemUser,
    channel,
    recipient,
    customer: {},
    dynamic: {},
    at,
  });
  await scheduleAnalysis(tx, conversation, agent);
  return conversation;
}

/** Starts the conversation that follows an ended one. Returns the ended conversation if its flow is no longer active. */
async function continueConversation(
  tx: Queryable,
  ended: ConversationRow,
  ids: IdSource,
  at: Date,
): Promise<ConversationRow> {
  const { workspaceId, agentId, userId, testOnly, channel, recipient, customer, dynamic, metadata } = ended;
  const flow = await findActiveFlow(tx, workspaceId, ended.flowId);
  if (flow === undefined) return ended;
  const id = ids.newId('conversation');
  const kept = { workspaceId, agentId, userId, testOnly, channel, recipient, customer, dynamic, metadata };
  const conversation = await openConversation(tx, { ...ofFlow(flow), ...kept, id, at });
  const agent = agentId === null ? undefined : await findAgent(tx, { workspaceId, agentId });
  await scheduleAnalysis(tx, conversation, agent);
  return conversation;
}

type ActiveFlow = FlowRow & { readonly definition: MessageFlow };

const ofFlow = ({ id, version, definition }: ActiveFlow) => ({
  flowId: id,
  flowVersion: version,
  inactivityHours: definition.inactivityHours,
});

async function findActiveFlow(
  tx: Queryable,
  workspaceId: string,
  flowId: string,
): Promise<ActiveFlow | undefined> {
  const flow = await findFlow(tx, { workspaceId, flowId });
  return flow !== undefined && isActiveMessageFlow(flow) ? flow : undefined;
}

const isActiveMessageFlow = (flow: FlowRow): flow is ActiveFlow =>
  flow.definition.type === 'message' && flow.definition.status === 'active';
