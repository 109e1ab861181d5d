import type { InboundPartStore } from './inbound-part-store.ts';

/** A channel of written messages. */
export type MessageChannel = 'sms' | 'email';

interface OutboundFields {
  /** The id of the message, the same for each attempt. A carrier that can store it does. */
  readonly reference: string;
  /** E.164, a short code or an alphanumeric sender (SMS), or an email address. */
  readonly from: string;
  /** E.164, or an email address in lower case. */
  readonly to: string;
  /** Plain text, at most 10,000 characters. Not empty. */
  readonly text: string;
}

export interface OutboundSms extends OutboundFields {
  readonly channel: 'sms';
}

export interface OutboundEmail extends OutboundFields {
  readonly channel: 'email';
  /** Displayed name of the sender; empty for none. */
  readonly fromName: string;
  readonly subject: string;
  /** Our `Message-ID`, with angle brackets (RFC 5322 §3.6.4). */
  readonly messageId: string;
  /** Address that receives replies. */
  readonly replyTo: string;
  /** The `Message-ID` of the message that this one answers; undefined for none. */
  readonly inReplyTo: string | undefined;
  /** The `Message-ID`s of the thread, oldest first. */
  readonly references: readonly string[];
  /** One-click unsubscribe URL (RFC 8058) or `mailto:` URL; undefined for none. */
  readonly unsubscribeUrl: string | undefined;
}

export type OutboundMessage = OutboundSms | OutboundEmail;

/** A message that the carrier has accepted. */
export interface AcceptedMessage {
  /** The ids that the carrier assigned, one per part with a separate delivery receipt. Empty if the carrier assigns none. */
  readonly externalIds: readonly string[];
}

/** The part of an email that mail servers verified (RFC 8601). */
export interface MailAuthentication {
  readonly spf: MailAuthenticationResult;
  readonly dkim: MailAuthenticationResult;
  readonly dmarc: MailAuthenticationResult;
}

export type MailAuthenticationResult = 'pass' | 'fail' | 'none' | 'error';

/**
 * Returns whether an email may have a forged sender. An error of DMARC counts as a failure, because the sender of a mail can cause one: by a slow DNS server,
 * or by a mail that is too expensive to check.
 */
export const isUnverified = (authentication: Pick<MailAuthentication, 'dmarc'> | undefined): boolean =>
  authentication?.dmarc === 'fail' || authentication?.dmarc === 'error';

/** What is known of an attachment. */
export interface MessageAttachment {
  /** Null if it has none. */
  readonly name: string | null;
  /** Media type, such as `image/jpeg`. */
  readonly contentType: string;
  /** Null if it is not known. */
  readonly bytes: number | null;
}

interface InboundFields {
  /**
   * The carrier's id of the message, the same when the carrier repeats the message; null if it has none. For email the `Message-ID`.
   */
  readonly externalId: string | null;
  /**
   * True if the carrier has no ids and `externalId` is made from the content. It names the message until `CarrierInbox.onAcknowledged`, so that a repeated
   * message is recognised; an equal message after that is another one.
   */
  readonly isProvisionalId?: boolean;
  /** E.164 if the carrier sent one, else as received; an email address in lower case. */
  readonly from: string;
  /** The address that received the message: our number, or each recipient address that the mail server accepted. */
  readonly to: readonly string[];
  /** What was attached: files of an email, pictures of an MMS. Their content is not kept. */
  readonly attachments?: readonly MessageAttachment[];
  /** The complete text; for an email without the quoted text and the signature. Empty if the message had none. */
  readonly text: string;
}

export interface InboundSms extends InboundFields {
  readonly channel: 'sms';
}

export interface InboundEmail extends InboundFields {
  readonly channel: 'email';
  readonly fromName: string;
  readonly subject: string;
  /** `In-Reply-To` and `References`, newest first, each with angle brackets; at most 100. */
  readonly references: readonly string[];
  /**
   * `person`: a message that may be answered. `automatic`: an auto-reply, a mailing list or another machine (RFC 3834 §2); it is never answered.
   */
  readonly kind: 'person' | 'automatic';
  /** Undefined if the mail server did not check it. */
  readonly authentication: MailAuthentication | undefined;
}

export type InboundMessage = InboundSms | InboundEmail;

/** What became of a message after its acceptance. */
export interface DeliveryReceipt {
  /** The carrier's id of the message or of one of its parts; null if the receipt only has `reference`. */
  readonly externalId: string | null;
  /** Our reference, if the carrier returned it; null otherwise. */
  readonly reference: string | null;
  /** `sent` confirms the acceptance only: it resolves a message whose acceptance was not recorded. */
  readonly outcome: 'sent' | 'delivered' | 'failed';
  /** A sentence with the reason of a failure, without personal data; empty otherwise. */
  readonly detail: string;
  /** The recipient does not want messages, or the address does not exist: it is suppressed. */
  readonly suppresses?: 'opted_out' | 'complaint' | 'no_such_address';
}

/** Receives what arrives from a carrier. The carrier is sent an acknowledgement only after the promise has resolved; after a rejection it may repeat. */
export interface CarrierInbox {
  onMessage(message: InboundMessage): Promise<void>;
  /** The carrier has received the acknowledgement of the message with this provisional id, and will not repeat it. Omitted by inboxes of other carriers. */
  onAcknowledged?(externalId: string): Promise<void>;
  onReceipt(receipt: DeliveryReceipt): Promise<void>;
}

/** An inbox of carriers that receive a long message in several parts, each with its own acknowledgement. */
export interface PartsInbox extends CarrierInbox {
  readonly parts: InboundPartStore;
}

/** A connection to a network of SMS or email. */
export interface MessageCarrier {
  /** Such as `smpp`, `twilio`, `smtp` or `test-phones`. Stored with each message. */
  readonly name: string;
  readonly channel: MessageChannel;
  /** Maximum duration of `send`, after which its signal aborts. Omitted: one minute. */
  readonly maxSendMs?: number | undefined;
  /**
   * Resolves when the carrier has accepted the message. Must not send it more than once. An aborted signal ends it: `unavailable` if the carrier has
   * certainly not received the message, else `unknown`.
   * @throws {MessageCarrierError}
   */
  send(message: OutboundMessage, signal: AbortSignal): Promise<AcceptedMessage>;
  /**
   * Searches after a crash for the message of an attempt that began at `startedAt`: the accepted message, `undefined` if the carrier certainly has none.
   * Omitted if the carrier cannot answer this.
   * @throws {MessageCarrierError}
   */
  find?(message: OutboundMessage, startedAt: Date, signal: AbortSignal): Promise<AcceptedMessage | undefined>;
  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }>;
  /** Ends all connections, after the requests in progress. */
  close(): Promise<void>;
}

/**
 * `refused`: the carrier will never accept this message. `opted_out`: it refuses the recipient, who has opted out. `unavailable`: it has certainly not
 * accepted the message, and may later. `unknown`: it may have accepted the message.
 */
export type MessageFailure = 'refused' | 'opted_out' | 'unavailable' | 'unknown';

/** Error of a message carrier. The message is a sentence for the user and the log, and contains no credentials and no text of the message. */
export class MessageCarrierError extends Error {
  override readonly name = 'MessageCarrierError';
  readonly failure: MessageFailure;
  /** When the carrier wants the next attempt; undefined if it did not say. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    options: {
      readonly failure: MessageFailure;
      readonly retryAfterMs?: number | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.failure = options.failure;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** An HTTP request of a carrier to this service. */
export interface CarrierRequest {
  /** The public URL that the carrier requested, with its query. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** Receives a carrier's requests at `/v1/carriers/{name}/{path}`. */
export interface CarrierEndpoint {
  /** The first part of the path, such as `twilio`. */
  readonly name: string;
  /** Returns the HTTP response. An invalid signature is answered with 403, and has no effect. */
  handle(request: CarrierRequest): Promise<{
    readonly status: 200 | 400 | 403 | 500;
    readonly contentType: string;
    readonly body: string;
  }>;
}
