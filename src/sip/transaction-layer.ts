import type { SipRequest, SipResponse } from './message.ts';
import type { SentBy, SipSource, SipTarget, TransportProtocol } from './transport/transport.ts';

/**
 * What a transaction user (dialogs, registration, the user agent) sees of RFC 3261 §17 and §18. Requests and responses
 * handed up have passed `findMessageFault`: the functions of `header-fields.ts` do not throw on them. No method throws for
 * what the network does, and no handler may throw.
 */
export interface SipTransactionLayer {
  /**
   * Sends any request but ACK and CANCEL in a transaction of its own. A Via with a new branch and `rport` is put on a copy, and
   * Max-Forwards 70 where it is missing. Over 1,300 bytes to a UDP target it tries TCP first (§18.1.1). Exactly one of
   * `onResponse` with a final status, `onTimeout` and `onTransportError` ends it.
   */
  request(request: SipRequest, target: SipTarget, handlers: ClientHandlers): ClientTransaction;
  /**
   * Takes up the INVITE transaction of a process that is gone, as it was sent: nothing is sent but the CANCEL, which waits for no
   * provisional response. To be cancelled at once.
   */
  resume(invite: SipRequest, target: SipTarget, handlers: ClientHandlers): ClientTransaction;
  /** Takes up the transaction of an INVITE that a process which is gone received. */
  resumeServer(invite: SipRequest, source: SipSource): ServerTransaction;
  /** Sends the ACK for a 2xx, which belongs to no transaction, with a Via of its own (§13.2.2.4). Failures are logged. */
  sendAck(request: SipRequest, target: SipTarget): void;
  /** Sets who hears of incoming messages; a second call replaces the first. */
  listen(handlers: LayerHandlers): void;
  /** Where we are reached by this protocol, for Contact; undefined when no such transport is open. */
  sentBy(protocol: TransportProtocol, address?: string): SentBy | undefined;
  /** How many transactions are alive. */
  readonly counts: { readonly client: number; readonly server: number };
  /** Ends all transactions without a word to anyone, then closes the transports. Safe to call twice. */
  close(): Promise<void>;
}

/** What becomes of a request. */
export interface ClientHandlers {
  /**
   * Called before the request is sent to a target for the first time, with its Via. The request waits for the promise, which never rejects;
   * one that is cancelled meanwhile is not sent, and ends with `onTransportError`.
   */
  beforeSend?(request: SipRequest, target: SipTarget): Promise<void> | undefined;
  /**
   * A response to the request: any number of 1xx, then one final; for INVITE further 2xx follow (retransmitted, or of another
   * branch of a fork, RFC 6026 §7.2), which the user acknowledges each. Finals of 300 and above were acknowledged.
   */
  onResponse(response: SipResponse, source: SipSource): void;
  /** Timer B or F: no final answer within 64 T1; after `cancel`, none within 64 T1 of the CANCEL. */
  onTimeout(): void;
  /** The request could not be sent, or its connection was lost. */
  onTransportError(error: Error): void;
}

export interface ClientTransaction {
  /** As sent: with Via and branch. */
  readonly request: SipRequest;
  /** Where it went. After a change of transport, the new one. */
  readonly target: SipTarget;
  /**
   * INVITE only: asks the other side to stop (§9.1). The CANCEL waits for a provisional response, without which the INVITE is not
   * repeated any more, and is not sent once a final one came. The INVITE's own final response (487, or a 200 that crossed) still arrives by `onResponse`. `fields` go into the CANCEL (Reason).
   */
  cancel(fields?: Iterable<readonly [name: string, value: string]>): void;
}

export interface ServerTransaction {
  readonly request: SipRequest;
  readonly source: SipSource;
  /** Set once, when the request arrives. */
  listen(handlers: ServerHandlers): void;
  /**
   * Sends a response. 1xx may be sent any number of times before the final one; a final response again is passed over, except that
   * an INVITE's 2xx is sent each time (§13.3.1.4: the dialog repeats it until the ACK). A transaction without a 1xx 200 ms after an INVITE sends 100 itself.
   */
  respond(response: SipResponse): void;
}

/** Each is told at most once. */
export interface ServerHandlers {
  /** INVITE only: the caller cancelled before a final response; the CANCEL was answered 200, the INVITE is to be answered 487. */
  onCancel?(cancel: SipRequest): void;
  /** The ACK to a final response of 300 and above. That to a 2xx goes to `LayerHandlers.onAck`. */
  onAcknowledged?(ack: SipRequest): void;
  /** INVITE only: no ACK to a final response of 300 and above within 64 T1 (timer H). */
  onUnacknowledged?(): void;
  /** A response could not be sent. */
  onTransportError?(error: Error): void;
  /** An internal error ended the transaction; a request without a final response was answered 500. */
  onDefect?(error: unknown): void;
}

export interface LayerHandlers {
  /**
   * Whether requests from this source are handled, malformed or not. False drops them without an answer, so that scanners learn
   * nothing. Without it all are admitted.
   */
  admit?(source: SipSource): boolean;
  /**
   * Whether a request belongs to a dialog whose peer has this source. Asked only where `admit` returned false, and only for requests that
   * have passed `findMessageFault`.
   */
  admitWithinDialog?(request: SipRequest, source: SipSource): boolean;
  /**
   * An OPTIONS outside of any dialog. A response returned is sent without a transaction, which keeps keep-alives cheap; undefined makes it
   * a request like others.
   */
  onOptions?(request: SipRequest, source: SipSource): SipResponse | undefined;
  /** A new request, never ACK and never a CANCEL that matches an INVITE. It must be answered by `respond`. */
  onRequest(transaction: ServerTransaction): void;
  /** An ACK to a 2xx, or one that nothing matches. */
  onAck(ack: SipRequest, source: SipSource): void;
  /**
   * A 2xx to an INVITE that belongs to no transaction any more. Its dialog acknowledges it again, or acknowledges and ends it where no dialog is (§13.2.2.4).
   */
  onStray2xx(response: SipResponse, source: SipSource): void;
}
