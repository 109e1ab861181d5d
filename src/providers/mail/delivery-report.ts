import type { Email } from 'postal-mime';
import type { DeliveryReceipt } from '../../contracts/message-carrier.ts';
import {
  headerFields,
  localPartOf,
  messageIdOf,
  parseFields,
  referencesOf,
  type HeaderFields,
} from './header-fields.ts';

/** Bytes of a part that are read. */
const maxPartBytes = 256 * 1024;
const returnedMessageTypes: ReadonlySet<string> = new Set([
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global-headers',
]);
const deliveryStatusTypes: ReadonlySet<string> = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
]);
const dispositionTypes: ReadonlySet<string> = new Set([
  'message/disposition-notification',
  'message/global-disposition-notification',
]);

/**
 * Reads a report about a message of ours: a delivery status notification (RFC 3464), a complaint (RFC 5965), a receipt of a mail program (RFC 8098), or a
 * bounce in the text of a mail server's message. Returns undefined if the email is none of these, and null if it does not identify a message.
 */
export function readReport(
  email: Email,
  fields: HeaderFields,
  mail: { readonly from: string; readonly subject: string; readonly sender: string | undefined },
): DeliveryReceipt | null | undefined {
  if (/^multipart\/report\b/i.test(fields.first('content-type')?.trim() ?? '')) {
    const status = partOf(email, deliveryStatusTypes);
    if (status !== undefined) return readDeliveryStatus(status, originalIdOf(email, fields));
    const complaint = partOf(email, new Set(['message/feedback-report']));
    if (complaint !== undefined) return readComplaint(complaint, returnedIdOf(email));
    const disposition = partOf(email, dispositionTypes);
    if (disposition !== undefined) return readDisposition(disposition);
  }
  return isTextBounce(mail) ? readTextBounce(email, fields, mail.subject) : undefined;
}

/** Returns the text of the first part with one of the types. */
function partOf({ attachments }: Email, types: ReadonlySet<string>): string | undefined {
  const content = attachments.find(({ mimeType }) => types.has(mimeType))?.content;
  if (content === undefined || typeof content === 'string') return content?.slice(0, maxPartBytes);
  const bytes = new Uint8Array(content instanceof ArrayBuffer ? content : content.slice().buffer);
  return new TextDecoder().decode(bytes.subarray(0, maxPartBytes));
}

/** Returns the `Message-ID` of the returned message. */
function returnedIdOf(email: Email): string | null {
  const text = partOf(email, returnedMessageTypes);
  const header = text?.replace(/^\s+/, '').split(/\r?\n\r?\n/, 1)[0];
  return header === undefined ? null : messageIdOf(headerFields(parseFields(header)));
}

const originalIdOf = (email: Email, fields: HeaderFields): string | null =>
  returnedIdOf(email) ?? referencesOf(fields)[0] ?? null;

/** Groups of fields, separated by empty lines. */
const groupsOf = (text: string): HeaderFields[] =>
  text
    .trim()
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .slice(0, 100)
    .map((group) => headerFields(parseFields(group)));

/*
 * message/delivery-status (RFC 3464 §2.1): a group of fields about the message, then a group for each recipient.
 *
 *   Reporting-MTA: dns; mx.example.com
 *   Original-Envelope-Id: msg_01…          (what we sent as ENVID)
 *
 *   Final-Recipient: rfc822; ada@example.com
 *   Action: failed                          failed, delayed, delivered, relayed, expanded
 *   Status: 5.1.1                           class.subject.detail (RFC 3463)
 *   Diagnostic-Code: smtp; 550 …
 */
function readDeliveryStatus(text: string, externalId: string | null): DeliveryReceipt | null {
  const groups = groupsOf(text);
  const reference = referenceOf(groups[0]?.first('original-envelope-id'));
  if (externalId === null && reference === null) return null;
  const actions = groups.map((group) => ({
    action: group.first('action')?.trim().toLowerCase() ?? '',
    status: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(group.first('status') ?? '')?.[0],
  }));
  const failure = actions.find(({ action }) => action.startsWith('failed'));
  if (failure !== undefined) return failed(externalId, reference, failure.status);
  const isDelivered = actions.some(({ action }) => action.startsWith('delivered'));
  return { externalId, reference, outcome: isDelivered ? 'delivered' : 'sent', detail: '' };
}

/** Decodes xtext (RFC 3461 §4). A value that cannot be a reference of ours is the id of another program. */
function referenceOf(envelopeId: string | undefined): string | null {
  const text = (envelopeId ?? '')
    .trim()
    .replaceAll(/\+([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return /^[\w-]{1,100}$/.test(text) ? text : null;
}

/** Status codes of addresses that do not exist (RFC 3463 §3.2, RFC 7505 §4). */
const noSuchAddress = /^5\.(1\.(1|2|3|6|10)|2\.1)$/;

const subjects: Readonly<Record<string, string>> = {
  '1': 'the address cannot receive mail',
  '2': 'the mailbox cannot receive mail',
  '3': 'the system of the recipient cannot receive mail',
  '4': 'the mail could not be transported',
  '5': 'the mail servers could not agree on a protocol',
  '6': 'the content of the mail is not supported',
  '7': 'a security rule forbids the mail',
};

function failed(
  externalId: string | null,
  reference: string | null,
  status: string | undefined,
): DeliveryReceipt {
  const subject = subjects[status?.split('.')[1] ?? ''];
  const detail =
    status === undefined
      ? 'The mail could not be delivered.'
      : `The mail could not be delivered, with status ${status}${subject === undefined ? '' : `: ${subject}`}.`;
  const receipt = { externalId, reference, outcome: 'failed', detail } as const;
  return noSuchAddress.test(status ?? '') ? { ...receipt, suppresses: 'no_such_address' } : receipt;
}

/** Feedback types that are not complaints (RFC 5965 §7.3, RFC 6430, RFC 6591). */
const harmlessFeedback: ReadonlySet<string> = new Set(['not-spam', 'auth-failure', 'dkim', 'virus']);

/** A recipient who reports a mail has received it. */
function readComplaint(text: string, externalId: string | null): DeliveryReceipt | null {
  const type = groupsOf(text)[0]?.first('feedback-type')?.trim().toLowerCase() ?? 'abuse';
  if (externalId === null) return null;
  const receipt = { externalId, reference: null, outcome: 'delivered', detail: '' } as const;
  if (harmlessFeedback.has(type)) return receipt;
  return { ...receipt, suppresses: type.startsWith('opt-out') ? 'opted_out' : 'complaint' };
}

function readDisposition(text: string): DeliveryReceipt | null {
  const id = /<[^<>\s\p{Cc}]{1,990}>/u.exec(groupsOf(text)[0]?.first('original-message-id') ?? '')?.[0];
  return id === undefined ? null : { externalId: id, reference: null, outcome: 'delivered', detail: '' };
}

const bounceSubject =
  /undeliver|delivery (status|failure|problem|has failed|incomplete)|failure notice|returned (mail|to sender)|mail delivery|could not be delivered|unzustellbar|nicht zugestellt|non remis|non distribu|échec de la remise|no entregado|no se pudo entregar|mancata consegna|mancato recapito|niet bezorg|onbestelbaar|não entregue|kunde inte levereras|kunne ikke leveres|niedostarczon|не доставлен/i;

/** Mail servers that do not follow RFC 3464 describe the failure in the text. */
const isTextBounce = (mail: { from: string; subject: string; sender: string | undefined }): boolean =>
  (mail.sender === '' || mail.sender === undefined || mail.sender === mail.from) &&
  /^(mailer-daemon|postmaster)$/.test(localPartOf(mail.from)) &&
  bounceSubject.test(mail.subject);

function readTextBounce(email: Email, fields: HeaderFields, subject: string): DeliveryReceipt | null {
  const text = (email.text ?? '').slice(0, maxPartBytes);
  const quotedId = /^[>\s]{0,9}message-id:\s{0,9}(<[^<>\s\p{Cc}]{1,990}>)/imu.exec(text)?.[1];
  const externalId = quotedId ?? originalIdOf(email, fields);
  if (externalId === null) return null;
  const status = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(text)?.[0];
  if (/delay|warning|verzögert|retard|retras/i.test(subject))
    return { externalId, reference: null, outcome: 'sent', detail: '' };
  return failed(externalId, null, status);
}
