import type { SipRequest, SipResponse } from './message.ts';
import type { SentBy, SipSource, SipTarget, TransportProtocol } from './transport/transport.ts';

/**
 * The interface of RFC 3261 §17 and §18 for a transaction user (dialogs, registration, the user agent). Delivered
 * requests and responses have passed `findMessageFault`, so the functions of `header-fields.ts` do not throw on them.
 * No method throws for network failures, and no handler may throw.
 */
export interface SipTransactionLayer {
  /**
   * Sends any request except ACK and CANCEL in a new transaction. A copy of the request gets a Via with a new branch
   * and `rport`, and Max-Forwards 70 if missing. Above 1,300 bytes to a UDP target, TCP is tried first (§18.1.1).
   * Exactly one of `onResponse` with a final status, `onTimeout` and `onTransportError` ends the transaction.
   */
  request(request: SipRequest, target: SipTarget, handlers: ClientHandlers): ClientTransaction;
  /**
   * Resumes the INVITE transaction of a terminated process. Nothing is sent but the CANCEL, which does not wait for a
   * provisional response. The caller must call `cancel` immediately.
   */
  resumeClient(invite: SipRequest, target: SipTarget, handlers: ClientHandlers): ClientTransaction;
  /** Resumes the transaction of an INVITE that a terminated process received. */
  resumeServer(invite: SipRequest, source: SipSource): ServerTransaction;
  /**
   * Sends the ACK for a 2xx, which belongs to no transaction, with its own Via (§13.2.2.4). Above 1,300 bytes TCP is
   * tried first, as for requests. Failures are logged.
   */
  sendAck(request: SipRequest, target: SipTarget): void;
  /** Sets the handlers of incoming messages; a second call replaces the first. */
  listen(handlers: LayerHandlers): void;
  /** The local address for this protocol, for Contact; `undefined` if no such transport is open. */
  sentBy(protocol: TransportProtocol, address?: string): SentBy | undefined;
  /** The number of active transactions. */
  readonly counts: { readonly client: number; readonly server: number };
  /** Ends all transactions silently, then closes the transports. Safe to call twice. */
  close(): Promise<void>;
}

/** Receives a copy of each message for diagnosis, retransmissions included. It must not throw, wait, or change the bytes. */
export interface SipObserver {
  onSent(bytes: Buffer, target: SipTarget): void;
  /** A well-formed message from an admitted source, before it is handled. */
  onReceived(bytes: Buffer, source: SipSource): void;
}

/** The handlers of a client transaction. */
export interface ClientHandlers {
  /**
   * Called before the request is first sent to a target, with its Via. The request waits for the promise, which never
   * rejects. A request that is cancelled meanwhile is not sent, and ends with `onTransportError`.
   */
  beforeSend?(request: SipRequest, target: SipTarget): Promise<void> | undefined;
  /**
   * Receives any number of 1xx, then one final response. For INVITE further 2xx can follow (retransmissions, or another
   * branch of a fork, RFC 6026 §7.2), each of which the user acknowledges. Final responses of 300 and above are already
   * acknowledged.
   */
  onResponse(response: SipResponse, source: SipSource): void;
  /** Timer B or F: no final response within 64 T1; after `cancel`, none within 64 T1 of the CANCEL. */
  onTimeout(): void;
  /** The request could not be sent, or its connection was lost. */
  onTransportError(error: Error): void;
  /**
   * INVITE only: the connection was lost after a provisional response. The transaction continues, because the phone may
   * ring, and `cancel` sends the CANCEL over a new connection. Without this handler `onTransportError` is called.
   */
  readonly onConnectionLost?: () => void;
}

export interface ClientTransaction {
  /** As sent: with Via and branch. */
  readonly request: SipRequest;
  /** The current target, also after a change of transport. */
  readonly target: SipTarget;
  /**
   * Cancels an INVITE (§9.1). The CANCEL waits for a provisional response, and the INVITE is no longer retransmitted
   * meanwhile. No CANCEL is sent after a final response. The final response of the INVITE (487, or a 200 that crossed)
   * still arrives by `onResponse`. `fields` are added to the CANCEL (Reason).
   */
  cancel(fields?: Iterable<readonly [name: string, value: string]>): void;
}

export interface ServerTransaction {
  readonly request: SipRequest;
  readonly source: SipSource;
  /** Sets the handlers. To miss no event, call it when the request arrives. */
  listen(handlers: ServerHandlers): void;
  /**
   * Sends a response. 1xx can be sent any number of times before the final one. A second final response is ignored,
   * except that an INVITE's 2xx is sent each time (§13.3.1.4: the dialog retransmits it until the ACK). If there is no
   * 1xx 200 ms after an INVITE, the transaction sends 100.
   */
  respond(response: SipResponse): void;
}

/** Each handler is called at most once. */
export interface ServerHandlers {
  /**
   * INVITE only: the caller cancelled before a final response. The CANCEL was answered with 200; answer the INVITE with
   * 487.
   */
  onCancel?(cancel: SipRequest): void;
  /** The ACK to a final response of 300 and above. The ACK to a 2xx is passed to `LayerHandlers.onAck`. */
  onAcknowledged?(ack: SipRequest): void;
  /** INVITE only: no ACK to a final response of 300 and above within 64 T1 (timer H). */
  onUnacknowledged?(): void;
  /** A response could not be sent. */
  onTransportError?(error: Error): void;
  /** An internal error ended the transaction. A request without a final response was answered with 500. */
  onInternalError?(error: unknown): void;
}

export interface LayerHandlers {
  /**
   * Returns whether this source is admitted: its requests are handled, malformed or not. Requests of other sources are
   * dropped silently, so that scanners learn nothing. Without this handler all sources are admitted.
   */
  admit?(source: SipSource): boolean;
  /**
   * Returns whether a request belongs to a dialog whose peer has this source. Called only if `admit` returned false,
   * and only for requests that have passed `findMessageFault`.
   */
  admitWithinDialog?(request: SipRequest, source: SipSource): boolean;
  /**
   * Handles an OPTIONS outside a dialog. A returned response is sent without a transaction, which makes keep-alives
   * cheap; `undefined` treats it as any other request.
   */
  onOptions?(request: SipRequest, source: SipSource): SipResponse | undefined;
  /** A new request; never ACK or CANCEL. It must be answered with `respond`. */
  onRequest(transaction: ServerTransaction): void;
  /** An ACK to a 2xx, or an ACK that matches no transaction. */
  onAck(ack: SipRequest, source: SipSource): void;
  /**
   * A 2xx to an INVITE without a transaction. The dialog of the 2xx must acknowledge it again. Without a dialog, the
   * 2xx must be acknowledged and its call ended (§13.2.2.4).
   */
  onStray2xx(response: SipResponse, source: SipSource): void;
}
