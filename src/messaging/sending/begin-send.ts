import type { OutboundMessage } from '../../contracts/message-carrier.ts';
import { problems } from '../../core/problems.ts';
import { countSegments } from '../../core/sms-segments.ts';
import { batchQuietHours, quietUntil } from '../../domain/conversations/quiet-hours.ts';
import { type ConversationRow, lockConversation } from '../../store/conversations/conversations.ts';
import type { MessageRow } from '../../store/conversations/messages.ts';
import { lockRecipient } from '../../store/conversations/senders.ts';
import {
  beginAttempt,
  changeMessageStatus,
  findMessageToSend,
  listMailThread,
  type MessageToSend,
  type ThreadMail,
} from '../../store/conversations/sending.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { MailTokens } from '../mail-tokens.ts';
import { findSender, senderQueryOf, type MessageRoute, type Sender } from './message-routes.ts';
import { findRecipientZone } from '../../domain/calling-hours/callee-zone.ts';
import { type SendingContext, type SendingJob, sendLater, sendNext } from './send-jobs.ts';

/** A message that is being sent. */
export interface Attempt {
  readonly conversation: ConversationRow;
  readonly message: MessageRow;
  readonly outbound: OutboundMessage;
}

/**
 * `send`: the attempt is committed, and the carrier must receive the message now. `interrupted`: an earlier attempt has no recorded outcome.
 * `none`: nothing to send now; the job is completed.
 */
export type SendDecision = ({ readonly type: 'send' | 'interrupted' } & Attempt) | { readonly type: 'none' };

/**
 * Delay before a message that waits for an earlier one is checked again. When the earlier message leaves the queue, the waiting one is sent at once; the
 * delay applies if the worker that sends the earlier message is lost.
 */
const blockedRetryMs = 5_000;

/**
 * Decides in one transaction whether a message is sent now, and stores the attempt. The lock of the conversation excludes other attempts, decisions of
 * users, and suppressions: each of these transactions locks the conversation too.
 */
export async function beginSend(
  tx: Queryable,
  sending: SendingJob,
  route: MessageRoute,
  context: SendingContext,
): Promise<SendDecision> {
  const { workspaceId, conversationId, messageId, recipient, job } = sending;
  const at = new Date(context.clock.now());
  // Statements that are sent together cost one round trip.
  const [, conversation] = await Promise.all([
    lockRecipient(tx, recipient),
    lockConversation(tx, { workspaceId, conversationId }),
  ]);
  const [message, sender] =
    conversation === undefined
      ? []
      : await Promise.all([
          findMessageToSend(tx, conversation, { messageId, at }),
          findSender(tx, route, { ...senderQueryOf(conversation), recipient, at }),
        ]);
  if (conversation !== undefined && message?.status === 'sending') {
    const outbound = await outboundOf(tx, { conversation, message, route }, context);
    return { type: 'interrupted', conversation, message, outbound };
  }
  if (conversation === undefined || message === undefined || sender === undefined || !isSendable(message)) {
    await job.complete(tx);
    return { type: 'none' };
  }
  if (await rejectOrDefer(tx, { sending, conversation, message, sender, at }, context))
    return { type: 'none' };
  const begun = attemptOf(message, { route, from: sender.from!, at });
  const outbound = await outboundOf(tx, { conversation, message: begun, route }, context);
  await beginAttempt(tx, { ...begun, messageId, at });
  return { type: 'send', conversation, message: begun, outbound };
}

/** Returns the message as the attempt changes it. */
const attemptOf = (
  message: MessageToSend,
  { route, from, at }: { readonly route: MessageRoute; readonly from: string; readonly at: Date },
) => ({
  ...message,
  status: 'sending' as const,
  carrier: route.carrier,
  fromAddress: from,
  segments: route.channel === 'sms' ? countSegments(message.content).segments : null,
  attempts: message.attempts + 1,
  firstAttemptAt: message.firstAttemptAt ?? at,
  updatedAt: at,
});

const isSendable = ({ status }: MessageRow): boolean => status === 'approved' || status === 'scheduled';

function outboundOf(
  tx: Queryable,
  {
    conversation,
    message,
    route,
  }: { conversation: ConversationRow; message: MessageRow; route: MessageRoute },
  { tokens }: SendingContext,
): Promise<OutboundMessage> {
  const from = message.fromAddress ?? route.from;
  return toOutboundMessage(tx, { conversation, message, from }, { route, tokens });
}

interface PossibleSend {
  readonly sending: SendingJob;
  readonly conversation: ConversationRow;
  readonly message: MessageToSend;
  readonly sender: Sender;
  readonly at: Date;
}

/** Rejects or defers a message that must not be sent now. Returns whether the message was rejected or deferred. */
async function rejectOrDefer(
  tx: Queryable,
  possible: PossibleSend,
  context: SendingContext,
): Promise<boolean> {
  const { sending, message, sender, at } = possible;
  // The law allows, and carriers require, the answer to STOP and HELP.
  const isKeywordAnswer = message.keyword !== null;
  if (message.isSuppressed && !isKeywordAnswer) {
    await rejectMessage(tx, possible, 'The recipient opted out, or is on the list of suppressions.');
    return true;
  }
  if (sender.problem !== undefined) {
    await rejectMessage(tx, possible, problems[sender.problem].text);
    return true;
  }
  if (message.isBlocked) {
    const earliestMs = message.blockerDueAt?.getTime() ?? 0;
    await sendLater(tx, sending, new Date(Math.max(earliestMs, at.getTime() + blockedRetryMs)));
    return true;
  }
  return rejectOrDeferInQuietHours(tx, possible, context);
}

/** Like `rejectOrDefer`, for quiet hours. They do not apply to a message that a person wrote or to the answer to a keyword. */
async function rejectOrDeferInQuietHours(
  tx: Queryable,
  possible: PossibleSend,
  { zones }: SendingContext,
): Promise<boolean> {
  const { sending, conversation, message, at } = possible;
  const { defaultZone, origin, keyword, workspaceId, id: messageId } = message;
  const { customer, recipient } = conversation;
  const quietHours = message.isOfBatch ? batchQuietHours(message.quietHours, recipient) : message.quietHours;
  if (quietHours === null || origin === 'person' || keyword !== null) return false;
  const zone =
    quietHours.timezone === 'recipient'
      ? findRecipientZone(zones, { customer, recipient, defaultZone, nowMs: at.getTime() }).zone
      : quietHours.timezone;
  const untilMs = quietUntil(quietHours, zone, at.getTime());
  if (untilMs === undefined) return false;
  if (quietHours.policy === 'drop') {
    await rejectMessage(tx, possible, `The quiet hours of the flow had begun in ${zone}.`);
    return true;
  }
  const dueAt = new Date(untilMs);
  await changeMessageStatus(tx, { workspaceId, messageId, status: 'scheduled', dueAt, at });
  await sendLater(tx, sending, dueAt);
  await sendNext(tx, conversation, at);
  return true;
}

async function rejectMessage(
  tx: Queryable,
  { sending: { job }, conversation, message: { workspaceId, id: messageId }, at }: PossibleSend,
  note: string,
): Promise<void> {
  await job.complete(tx);
  await changeMessageStatus(tx, { workspaceId, messageId, status: 'rejected', note, by: 'system', at });
  await sendNext(tx, conversation, at);
}

/** Returns a message in the form that its carrier receives. */
export async function toOutboundMessage(
  tx: Queryable,
  { conversation, message, from }: { conversation: ConversationRow; message: MessageRow; from: string },
  { route, tokens }: { readonly route: MessageRoute; readonly tokens: MailTokens },
): Promise<OutboundMessage> {
  const fields = { reference: message.id, from, to: conversation.recipient, text: message.content };
  if (conversation.channel === 'sms') return { channel: 'sms', ...fields };
  const { id: conversationId, workspaceId } = conversation;
  const thread = await listMailThread(tx, { workspaceId, conversationId });
  const references = thread.flatMap((mail) => mailIdOf(mail, tokens) ?? []);
  return {
    channel: 'email',
    ...fields,
    fromName: route.fromName,
    subject: message.subject ?? replySubject(thread),
    messageId: tokens.messageIdOf(message.id, from),
    replyTo: tokens.replyAddressOf(conversationId, from),
    inReplyTo: references.at(-1),
    references,
    unsubscribeUrl: tokens.unsubscribeUrlOf(conversationId),
  };
}

/** Returns the `Message-ID` of an email (RFC 5322 §3.6.4); undefined if an inbound email had none. */
function mailIdOf(
  { id, direction, externalId, fromAddress }: ThreadMail,
  tokens: MailTokens,
): string | undefined {
  if (direction === 'inbound') return externalId?.startsWith('<') === true ? externalId : undefined;
  return fromAddress === null ? undefined : tokens.messageIdOf(id, fromAddress);
}

/** Returns the subject of the next email of a thread: `Re:` and the subject of the latest email that has one; empty if none has. */
function replySubject(thread: readonly ThreadMail[]): string {
  const subject = thread.findLast((mail) => (mail.subject ?? '') !== '')?.subject ?? '';
  return subject === '' || /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}
