import type { DeliveryReceipt, InboundEmail } from '../../contracts/message-carrier.ts';

/** A received email, and what the mail server knows about it. */
export interface ReceivedMail {
  /** The complete message (RFC 5322). */
  readonly raw: Uint8Array;
  /** The address of MAIL FROM, empty for `<>`; undefined if it is not known, as in a mailbox. */
  readonly sender: string | undefined;
  /** The accepted recipient addresses; undefined if they are not known: then the parser reads them from the header section. */
  readonly recipients: readonly string[] | undefined;
  /** Whether the end of the message is missing, because it is too long. */
  readonly isTruncated?: boolean;
  /** Our address, in lower case. */
  readonly ownAddress: string;
  /** The name with which the server of a mailbox signs its `Authentication-Results` (RFC 8601); omitted if the field is not read. */
  readonly authservId?: string | undefined;
}

/** What an email means: a message, a notification about a message of ours, or neither. */
export type ParsedMail =
  | { readonly kind: 'message'; readonly message: InboundEmail }
  | { readonly kind: 'receipt'; readonly receipt: DeliveryReceipt }
  | {
      readonly kind: 'ignored';
      /** A constant sentence for the log. */
      readonly reason: string;
    };

/** A mail that exceeds a limit of the parser. The message is a sentence for the sending server and the log, without personal data. */
export class MailRejectedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** Limits of a received email. */
export const mailLimits = {
  /** Mail servers accept up to 25 to 50 MiB with attachments. */
  bytes: 50 * 1024 * 1024,
  /** Bytes that are read of a longer message in a mailbox. */
  readBytes: 10 * 1024 * 1024,
  /** Bytes of the header section of the message. */
  headerBytes: 256 * 1024,
  /** Bytes of the header sections of all parts. */
  allHeaderBytes: 1024 * 1024,
  headerFields: 1000,
  parts: 1000,
  depth: 50,
  /** Bytes and lines of each part that are parsed: the rest of an attachment or of a long text is skipped. */
  partBytes: 768 * 1024,
  partLines: 10_000,
  /** Bytes and lines of the message that are parsed. */
  parsedBytes: 2 * 1024 * 1024,
  parsedLines: 40_000,
  /** Characters of the text that is searched for quotes and signatures. */
  searchedText: 1_000_000,
  /** Characters of a text without quotes and signatures. */
  text: 100_000,
  subject: 998,
  name: 200,
  references: 100,
  attachments: 100,
  attachmentName: 255,
} as const;

/** Returns at most `length` UTF-16 units, without half of a character at the end. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const code = text.charCodeAt(length - 1);
  const endsInHalf = code >= 0xd800 && code < 0xdc00;
  return text.slice(0, endsInHalf ? length - 1 : length);
}
