import { domainToASCII } from 'node:url';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import { MessageCarrierError, type OutboundEmail } from '../../contracts/message-carrier.ts';
import { textToHtml } from './text-to-html.ts';

/** The DKIM key of the sender's domain. */
export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  /** RSA private key in PEM. */
  readonly privateKey: string;
}

/** The signed header fields. RFC 8058 §4 requires the two fields of the one-click unsubscription. */
const signedFields =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:In-Reply-To:References:List-Unsubscribe:List-Unsubscribe-Post';

const messageIdPattern = /^<[^<>\s\p{Cc}]{1,990}>$/u;
const addressPattern = /^[^\s<>"(),:;\\[\]@\p{Cc}]{1,64}@[^\s<>"(),:;\\[\]@\p{Cc}]{1,255}$/u;
const maxReferences = 50;

/** Returns the email as bytes (RFC 5322), signed if there is a key. */
export async function composeEmail(message: OutboundEmail, dkim: DkimKey | undefined): Promise<Buffer> {
  if (!messageIdPattern.test(message.messageId)) throw invalid('Message-ID');
  const composer = new MailComposer({
    from: { name: oneLine(message.fromName), address: wireAddress(message.from) },
    to: { name: '', address: wireAddress(message.to) },
    replyTo: { name: oneLine(message.fromName), address: wireAddress(message.replyTo) },
    subject: oneLine(message.subject),
    messageId: message.messageId,
    ...threadOf(message),
    text: message.text,
    html: textToHtml(message.text),
    headers: { ...unsubscribeHeaders(message.unsubscribeUrl), ...autoReplyHeaders },
    // The message must not name a file or a URL to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const bytes = await composer.compile().build();
  return dkim === undefined ? bytes : sign(bytes, dkim);
}

/**
 * Returns the address with its domain in ASCII (RFC 5891). The local part remains as it is.
 * @throws {MessageCarrierError} if it is not an address of one mailbox
 */
export function wireAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = domainToASCII(address.slice(at + 1));
  if (!addressPattern.test(address) || domain === '') throw invalid('address');
  return `${address.slice(0, at)}@${domain}`;
}

const invalid = (field: string): MessageCarrierError =>
  new MessageCarrierError(`The ${field} of the email is invalid.`, { failure: 'refused' });

/** Replaces line breaks and other control characters, which could begin another header field. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function threadOf({ inReplyTo, references }: OutboundEmail): { inReplyTo?: string; references?: string[] } {
  const valid = references.filter((id) => messageIdPattern.test(id)).slice(-maxReferences);
  return {
    ...(inReplyTo !== undefined && messageIdPattern.test(inReplyTo) ? { inReplyTo } : {}),
    ...(valid.length > 0 ? { references: valid } : {}),
  };
}

/** Asks Exchange for no automatic replies: only a person should answer. */
const autoReplyHeaders = { 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

/** RFC 2369 §3.2, and RFC 8058 §3.1 for https URLs. */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  const parsed = url === undefined ? null : URL.parse(url);
  // A URL object encodes line breaks and angle brackets, except in the path of a mailto URL.
  if (parsed === null || /[<>\s]/.test(parsed.href)) return {};
  if (parsed.protocol === 'mailto:') return { 'List-Unsubscribe': `<${parsed.href}>` };
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return {};
  return {
    'List-Unsubscribe': `<${parsed.href}>`,
    ...(parsed.protocol === 'https:' ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  };
}

async function sign(bytes: Buffer, { domain, selector, privateKey }: DkimKey): Promise<Buffer> {
  const signer = new DKIM({
    domainName: domain,
    keySelector: selector,
    privateKey,
    headerFieldNames: signedFields,
  });
  const chunks: Buffer[] = [];
  for await (const chunk of signer.sign(bytes)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
