import { createHash } from 'node:crypto';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { InboundEmail, MessageAttachment } from '../../contracts/message-carrier.ts';
import { readAuthenticationResults } from './authentication-results.ts';
import { isAutomatic } from './automatic-mail.ts';
import { readReport } from './delivery-report.ts';
import {
  domainOf,
  headerFields,
  messageIdOf,
  normaliseAddress,
  oneLine,
  referencesOf,
  type HeaderFields,
} from './header-fields.ts';
import { htmlToText } from './html-to-text.ts';
import { markedPart, shorten, type ShortenedMail } from './mail-structure.ts';
import { mailLimits, MailRejectedError, type ParsedMail, type ReceivedMail } from './parsed-mail.ts';
import { replyText } from './reply-text.ts';

/** Characters of HTML that are converted to text. */
const maxHtml = 2_000_000;

/**
 * Parses a received email. A hostile one can take seconds and much memory: `MailParser` runs this in a thread with limits.
 * @throws {MailRefusedError} if the mail exceeds a limit
 */
export async function parseMail(mail: ReceivedMail): Promise<ParsedMail> {
  const shortened = shorten(mail.raw);
  if ('exceeded' in shortened) throw new MailRejectedError(shortened.exceeded);
  const email = await PostalMime.parse(shortened.raw, {
    // A forwarded message is an attachment. Parsed as text it could pass for the words of the sender.
    rfc822Attachments: true,
    forceRfc822Attachments: true,
    maxNestingDepth: mailLimits.depth,
    maxHeadersSize: mailLimits.allHeaderBytes,
  }).catch((cause: unknown) => {
    throw new MailRejectedError('The message cannot be parsed.', { cause });
  });
  return interpret(email, mail, shortened);
}

function interpret(email: Email, mail: ReceivedMail, shortened: ShortenedMail): ParsedMail {
  const fields = headerFields(email.headers);
  const from = senderOf(email, mail);
  const subject = oneLine(email.subject ?? '', mailLimits.subject);
  const described = { from, subject, sender: mail.sender?.toLowerCase() };
  const receipt = readReport(email, fields, described);
  if (receipt === null) return { kind: 'ignored', reason: 'The report does not identify a message.' };
  if (receipt !== undefined) return { kind: 'receipt', receipt };
  if (from === '') return { kind: 'ignored', reason: 'The mail has no sender address.' };
  const messageId = messageIdOf(fields);
  const message: InboundEmail = {
    channel: 'email',
    externalId: messageId ?? contentIdOf(mail),
    ...(messageId === null && { isProvisionalId: true }),
    from,
    fromName: nameOf(email),
    to: mail.recipients ?? recipientsOf(email, fields, mail.ownAddress),
    subject,
    text: replyText(bodyOf(email)),
    attachments: attachmentsOf(email, mail, shortened),
    references: referencesOf(fields),
    kind: isAutomatic(fields, described) ? 'automatic' : 'person',
    authentication: readAuthenticationResults(fields, { authservId: mail.authservId, author: from }),
  };
  return { kind: 'message', message };
}

/** Returns an id of a mail without a `Message-ID`, the same when the mail is read or delivered again. */
function contentIdOf({ raw, sender, recipients, ownAddress }: ReceivedMail): string {
  const envelope = JSON.stringify([sender, recipients, ownAddress]);
  return createHash('sha256').update(envelope).update(raw).digest('hex');
}

/** Returns the author's address, else that of the envelope; empty if both are missing. */
const senderOf = ({ from }: Email, { sender }: ReceivedMail): string =>
  normaliseAddress(from?.address) ?? normaliseAddress(sender) ?? '';

/** Returns what the mail says about its attachments. A forwarded message with several parts has no known size. */
function attachmentsOf(
  { attachments }: Email,
  { isTruncated = false }: ReceivedMail,
  { partBytes }: ShortenedMail,
): MessageAttachment[] {
  const bytesOf = ({ mimeType, content, description }: Attachment): number | null => {
    const index = markedPart(description) ?? 0;
    const isUnknown =
      (isTruncated && index === partBytes.length - 1) || (mimeType === 'message/rfc822' && hasMarks(content));
    return isUnknown ? null : (partBytes[index] ?? null);
  };
  return attachments.slice(0, mailLimits.attachments).map((attachment) => ({
    name: oneLine(attachment.filename ?? '', mailLimits.attachmentName) || null,
    contentType: oneLine(attachment.mimeType, mailLimits.attachmentName) || 'application/octet-stream',
    bytes: bytesOf(attachment),
  }));
}

const hasMarks = (content: Attachment['content']): boolean =>
  typeof content !== 'string' && Buffer.from(content as ArrayBuffer).includes('Content-Description: part-');

const nameOf = ({ from }: Email): string => oneLine(from?.name ?? '', mailLimits.name);

/** Returns the text of the mail. PostgreSQL stores no NUL characters; all others remain, also those that change the direction of text. */
function bodyOf({ text = '', html = '' }: Email): string {
  const body = text.trim() === '' && html !== '' ? htmlToText(html.slice(0, maxHtml)) : text;
  return body.replaceAll('\0', '').replaceAll('\u00a0', ' ');
}

/** Fields that mail servers write at the delivery, before those of the sender. */
const deliveryFields = ['delivered-to', 'x-original-to', 'envelope-to', 'x-delivered-to'] as const;

/** Returns the recipients of our domain, the address of the delivery first; our address if there is none. */
function recipientsOf(email: Email, fields: HeaderFields, ownAddress: string): string[] {
  const addresses = [
    ...deliveryFields.flatMap((name) => fields.all(name)),
    ...[...(email.to ?? []), ...(email.cc ?? [])].flatMap(({ address, group }) => [
      address,
      ...(group ?? []).map((member) => member.address),
    ]),
  ];
  const ours = addresses
    .slice(0, 1000)
    .map((address) => normaliseAddress(address?.replace(/^<|>$/g, '')))
    .filter((address) => address !== undefined)
    .filter((address) => domainOf(address) === domainOf(ownAddress));
  return ours.length === 0 ? [ownAddress] : [...new Set(ours)].slice(0, 50);
}
