import type { OutboundMessage } from '../contracts/message-carrier.ts';
import type { ConversationRow } from '../store/conversations/conversations.ts';
import { listMailThread, type ThreadMail } from '../store/conversations/sending.ts';
import type { MessageRow } from '../store/conversations/messages.ts';
import type { Queryable } from '../store/queryable.ts';
import type { MailTokens } from './mail-tokens.ts';
import type { MessageRoute } from './message-routes.ts';

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
