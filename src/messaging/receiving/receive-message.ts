import { isUnverified, type InboundEmail, type InboundMessage } from '../../contracts/message-carrier.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { MessageAttachment } from '../../domain/conversations/conversation.ts';
import { emailKeywordOf, keywordOf, type Keyword } from '../../domain/conversations/keyword.ts';
import {
  type AddressPair,
  type ConversationRow,
  findWorkspacesOfAddresses,
  noFlow,
} from '../../store/conversations/conversations.ts';
import {
  insertInboundMessage,
  isReceived,
  type MessageRow,
  releaseInboundId,
} from '../../store/conversations/messages.ts';
import { listUnconfirmedMessages } from '../../store/conversations/sending.ts';
import type { Database } from '../../store/database.ts';
import { findOwnedNumberByE164 } from '../../store/phone-numbers.ts';
import { withoutNul, type Queryable } from '../../store/queryable.ts';
import {
  addressesOf,
  assignConversation,
  type Assignment,
  type AssignmentContext,
} from './assign-message.ts';
import { exceedsUnassignedLimits, leaveToPerson, openUnassigned } from './unassigned-messages.ts';
import { handleKeyword, optOut } from '../opt-out.ts';
import { receiveReceipt } from '../sending/delivery-receipt.ts';
import { publishReceived } from '../message-events.ts';
import { scheduleReply } from '../replying/reply-job.ts';

/** The dependencies of inbound messages. */
export interface ReceiveContext extends AssignmentContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Longest stored text and subject, in characters, and longest id of a carrier. */
const maxText = 100_000;
const maxSubject = 1_000;
const maxExternalId = 998;
/** For carriers without ids: for this time, a message equal to one that was not acknowledged counts as a repetition of it. */
const provisionalIdMs = 3_600_000;

interface Received {
  readonly carrier: string;
  readonly message: InboundMessage;
  readonly addresses: AddressPair;
  readonly keyword: Keyword | undefined;
  readonly at: Date;
}

/**
 * Stores an inbound message in its conversation, applies its keyword or schedules its reply, and publishes its event, all in one transaction. Resolves after the
 * commit; only then may the message be acknowledged to the carrier. A repeated message changes nothing. A message that belongs to no conversation of a flow is
 * stored in one without a flow, for a person, within limits; STOP only takes effect. An email proves that the messages that it answers were sent.
 */
export async function receiveMessage(
  context: ReceiveContext,
  carrier: string,
  inbound: InboundMessage,
): Promise<void> {
  const message = withoutNuls(inbound);
  const { database, clock, logger } = context;
  const received: Received = {
    carrier,
    message,
    addresses: addressesOf(message),
    keyword: keywordIn(message),
    at: new Date(clock.now()),
  };
  await confirmAnswered(context, message);
  const result = await database.asSystem().transaction((tx) => store(tx, received, context));
  const fields = { carrier, channel: message.channel };
  if (result === 'unassigned') logger.warn(fields, 'An inbound message belongs to no conversation.');
  if (result === 'limited') logger.warn(fields, 'An inbound message exceeds the limits of unknown senders.');
}

/** Removes the characters that PostgreSQL cannot store from the fields that every channel has. */
const withoutNuls = <Message extends InboundMessage>(message: Message): Message => ({
  ...message,
  externalId: message.externalId === null ? null : withoutNul(message.externalId),
  from: withoutNul(message.from),
  to: message.to.map(withoutNul),
  text: withoutNul(message.text),
});

/** Resolves the unknown outcomes of the messages whose signed `Message-ID` an email has. A receipt of the carrier would do the same. */
async function confirmAnswered(context: ReceiveContext, message: InboundMessage): Promise<void> {
  if (message.channel === 'sms') return;
  const messageIds = message.references.flatMap((text) => context.tokens.readMessageId(text) ?? []);
  if (messageIds.length === 0) return;
  const fields = { externalId: null, outcome: 'sent', detail: '' } as const;
  for (const { carrier, id } of await listUnconfirmedMessages(context.database.asSystem(), messageIds))
    await receiveReceipt(context, carrier, { ...fields, reference: id });
}

/** Returns the keyword of a message. For an automatic email, or one whose sender may be forged, the only keyword is `stop`. */
function keywordIn(message: InboundMessage): Keyword | undefined {
  const keyword = message.channel === 'email' ? emailKeywordOf(message) : keywordOf(message.text);
  return keyword === 'stop' || message.channel === 'sms' || mayBeGenuine(message) ? keyword : undefined;
}

const mayBeGenuine = (email: InboundEmail): boolean =>
  !(isAutomatic(email) || isUnverified(email.authentication));

/**
 * Returns whether the sender of START is proven: by DMARC, or by the signed token of an email to the recipient of the conversation. Without proof, anyone could
 * lift the opt-out of a customer whose domain has no DMARC policy.
 */
const canOptIn = (
  message: InboundMessage,
  { conversation, isSigned }: Assignment,
  { recipient }: AddressPair,
): boolean =>
  message.channel === 'sms' ||
  message.authentication?.dmarc === 'pass' ||
  (isSigned && conversation.recipient === recipient);

const isAutomatic = (message: InboundMessage): boolean =>
  message.channel === 'email' && message.kind === 'automatic';

async function store(
  tx: Queryable,
  received: Received,
  context: ReceiveContext,
): Promise<'stored' | 'repeated' | 'unassigned' | 'limited'> {
  const { message, addresses, at } = received;
  if (await isRepeated(tx, received)) return 'repeated';
  const assignment = await assign(tx, received, context);
  if (typeof assignment === 'string') {
    if (received.keyword === 'stop') await optOutEverywhere(tx, received);
    return assignment;
  }
  const { conversation } = assignment;
  const isProven = received.keyword !== 'start' || canOptIn(message, assignment, addresses);
  const keyword = isProven ? received.keyword : undefined;
  const stored = await insertInbound(tx, { ...received, keyword }, conversation, context);
  await publishReceived(tx, conversation, stored, addresses.recipient);
  if (keyword !== undefined)
    await handleKeyword(
      tx,
      { keyword, conversation, addresses, isAutomatic: isAutomatic(message), at },
      context.ids,
    );
  else if (isAutomatic(message)) return 'stored';
  else if (conversation.flowId === noFlow) await leaveToPerson(tx, conversation, at);
  else
    await scheduleReply(tx, { workspaceId: conversation.workspaceId, conversationId: conversation.id }, at);
  return 'stored';
}

/** Returns the conversation of a message, without a flow for the message of a stranger. `limited`: strangers have written too much. */
async function assign(
  tx: Queryable,
  received: Received,
  context: ReceiveContext,
): Promise<Assignment | 'unassigned' | 'limited'> {
  const { addresses, keyword, at } = received;
  if (addresses.ownAddresses.includes(addresses.recipient)) return 'unassigned';
  const assigned = await assignConversation(tx, received, context, at);
  if (assigned !== undefined && assigned.conversation.flowId !== noFlow) return assigned;
  if (assigned === undefined && keyword === 'stop') return 'unassigned';
  if (await exceedsUnassignedLimits(tx, addresses, at)) return 'limited';
  if (assigned !== undefined) return assigned;
  const conversation = await openUnassigned(tx, addresses, context.ids, at);
  return conversation === undefined ? 'unassigned' : { conversation, isSigned: false };
}

async function isRepeated(tx: Queryable, { carrier, message, at }: Received): Promise<boolean> {
  const externalId = externalIdOf(message);
  if (externalId === null) return false;
  if (message.isProvisionalId === true) {
    const before = new Date(at.getTime() - provisionalIdMs);
    await releaseInboundId(tx, { carrier, externalId, before });
  }
  return isReceived(tx, { carrier, externalId });
}

const externalIdOf = ({ externalId }: InboundMessage): string | null =>
  externalId === null || externalId === '' ? null : externalId.slice(0, maxExternalId);

/**
 * Applies STOP that belongs to no conversation: to the workspace that owns the number, which may only have called the customer, and to each
 * workspace that had a conversation between the two addresses.
 */
async function optOutEverywhere(tx: Queryable, { addresses, at }: Received): Promise<void> {
  const { channel, recipient, ownAddresses } = addresses;
  const workspaceIds = await findWorkspacesOfAddresses(tx, addresses);
  for (const e164 of channel === 'sms' ? ownAddresses : []) {
    const number = await findOwnedNumberByE164(tx, { e164 });
    if (number !== undefined) workspaceIds.push(number.workspaceId);
  }
  await optOut(tx, { channel, recipients: [recipient], workspaceIds, at });
}

function insertInbound(
  tx: Queryable,
  { carrier, message, keyword, addresses, at }: Received,
  conversation: ConversationRow,
  { ids }: ReceiveContext,
): Promise<MessageRow> {
  const { id: conversationId, workspaceId, recipient } = conversation;
  return insertInboundMessage(tx, {
    id: ids.newId('message'),
    workspaceId,
    conversationId,
    content: message.text.slice(0, maxText),
    subject: message.channel === 'email' ? message.subject.slice(0, maxSubject) : null,
    metadata: metadataOf(message),
    attachments: attachmentsOf(message),
    carrier,
    externalId: externalIdOf(message),
    ownAddress: ownAddressOf(addresses, conversation),
    sender: addresses.recipient === recipient ? null : addresses.recipient,
    keyword,
    at,
  });
}

/** Returns our address in the conversation: the previous one if it received the message, else the address that did, without its tag. */
const ownAddressOf = ({ ownAddresses }: AddressPair, { ownAddress }: ConversationRow): string =>
  ownAddress !== null && ownAddresses.includes(ownAddress) ? ownAddress : (ownAddresses.at(-1) ?? '');

const attachmentsOf = ({ attachments = [] }: InboundMessage): MessageAttachment[] =>
  attachments.map(({ name, contentType, bytes }) => ({
    name: name === null ? null : withoutNul(name),
    contentType: withoutNul(contentType),
    bytes,
  }));

/** Returns what the mail servers and headers say about an email. */
function metadataOf(message: InboundMessage): Readonly<Record<string, unknown>> {
  if (message.channel === 'sms') return {};
  const { kind, authentication } = message;
  return { kind, ...(authentication !== undefined && { authentication: { ...authentication } }) };
}
