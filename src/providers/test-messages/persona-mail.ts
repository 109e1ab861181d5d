import type { Random } from '../../core/random.ts';

/** The parts of a received email that its answer refers to. */
export interface AnsweredMail {
  /** The simulated person. */
  readonly person: string;
  /** The address that receives replies. */
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  /** `Message-ID` with angle brackets; undefined if there is none. */
  readonly messageId: string | undefined;
}

/** An email of a simulated person, as nodemailer sends it. */
export interface PersonaMail {
  readonly envelope: { readonly from: string; readonly to: string };
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly inReplyTo?: string;
  readonly references?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const withPrefix = (prefix: string, subject: string): string =>
  subject.toLowerCase().startsWith(prefix.toLowerCase()) ? subject : `${prefix} ${subject}`;

const threadOf = ({ messageId }: AnsweredMail) =>
  messageId === undefined ? {} : { inReplyTo: messageId, references: messageId };

/** Returns an answer with the received text quoted below it, as mail programs write it. */
export function replyMail(mail: AnsweredMail, text: string, atMs: number): PersonaMail {
  const quoted = mail.text.split('\n').map((line) => `> ${line}`.trimEnd());
  const date = new Date(atMs).toUTCString();
  return {
    envelope: { from: mail.person, to: mail.replyTo },
    from: `Alex <${mail.person}>`,
    to: mail.replyTo,
    subject: withPrefix('Re:', mail.subject),
    text: `${text}\n\nOn ${date}, ${mail.replyTo} wrote:\n${quoted.join('\n')}\n`,
    ...threadOf(mail),
  };
}

/** Returns an out-of-office reply (RFC 3834). */
export function automaticMail(mail: AnsweredMail, text: string): PersonaMail {
  return {
    // A null return path, so that no reply to the reply is sent (RFC 3834 §3.3).
    envelope: { from: '', to: mail.replyTo },
    from: `Alex <${mail.person}>`,
    to: mail.replyTo,
    subject: withPrefix('Automatic reply:', mail.subject),
    text: `${text}\n`,
    headers: { 'Auto-Submitted': 'auto-replied', Precedence: 'bulk' },
    ...threadOf(mail),
  };
}

export interface BouncedMail {
  readonly person: string;
  /** Address of the bounce: the return path of the message. */
  readonly returnPath: string;
  /** The header of the message, at most 64 KiB. */
  readonly header: string;
  readonly atMs: number;
}

/** Returns a delivery status notification with the header of the message (RFC 3462, RFC 3464), as bytes of an email. */
export function bounceMail(bounce: BouncedMail, random: Pick<Random, 'bytes'>): string {
  const { person, returnPath, header, atMs } = bounce;
  const domain = person.slice(person.lastIndexOf('@') + 1);
  const id = Buffer.from(random.bytes(12)).toString('hex');
  const boundary = `=_${id}`;
  const lines = [
    `From: Mail Delivery System <mailer-daemon@${domain}>`,
    `To: ${returnPath}`,
    'Subject: Undelivered Mail Returned to Sender',
    `Date: ${new Date(atMs).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@${domain}>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `The message to ${person} could not be delivered: the mailbox does not exist.`,
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    `Reporting-MTA: dns; ${domain}`,
    '',
    `Final-Recipient: rfc822; ${person}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 The mailbox does not exist.',
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    ...header.trimEnd().split(/\r?\n/),
    '',
    `--${boundary}--`,
    '',
  ];
  return lines.join('\r\n');
}
