import type { Timer } from '../core/clock.ts';
import { cseqOf, retryAfterOf, tokensOf } from './header-fields.ts';
import type { Body, HeaderEntry, SipMessage, SipResponse } from './message.ts';
import { sdpOf } from './message-body.ts';
import type { OfferAnswerExchange } from './offer-answer-exchange.ts';
import { isSuccess, statusOf, type RequestOutcome } from './outgoing-request.ts';
import { sdpType, type SdpFault, type SessionMedia } from './session-media.ts';
import { intervalOfResponse, raisedInterval, sessionTimerFields } from './session-timer.ts';
import { supportedExtensions, type UserAgentCore } from './user-agent-core.ts';

/** The session that a local modification changes. */
export interface LocallyModifiedSession {
  readonly core: UserAgentCore;
  readonly exchange: OfferAnswerExchange;
  readonly media: SessionMedia;
  readonly isCaller: boolean;
  /** Whether the session is confirmed and every 2xx to a remote INVITE has its ACK. */
  readonly isAcknowledged: boolean;
  readonly isEnded: boolean;
  send(
    method: string,
    fields: readonly HeaderEntry[],
    body: Body | undefined,
    done: (outcome: RequestOutcome) => void,
  ): void;
  acknowledge(response: SipResponse): void;
  /** Applies a 2xx to a modification: updates the remote target and restarts the session interval. */
  applyRefresh(response: SipResponse): void;
  /** Ends the session because the dialog is unknown to the peer (481), or the peer does not respond (408). */
  endAfterPeerLoss(status: number): void;
  /** Ends the session because the SDP answer is unusable. */
  failNegotiation(fault: SdpFault): void;
}

/** `refresh` keeps the session alive (RFC 4028 §10); `offer` sends a session description. */
type PendingChange = 'refresh' | 'offer';

/** Maximum number of attempts per modification. */
const maxAttempts = 5;

/**
 * Local modifications of a session: re-INVITE (RFC 3261 §14.1) and UPDATE (RFC 3311). One at a time. Retries after a
 * 491 with the random back-off of §14.1, after a 500 with its Retry-After, and after a 422 with a longer interval.
 */
export class SessionModification {
  readonly #session: LocallyModifiedSession;
  #pending: PendingChange | undefined;
  /** The method of the request in progress. */
  #runningMethod: 'INVITE' | 'UPDATE' | undefined;
  #acknowledgedCSeq: number | undefined;
  #backOff: Timer | undefined;
  #attempts = 0;
  #intervalSeconds: number;
  #peerSupportsUpdate = false;
  #listeners: ((accepted: boolean) => void)[] = [];

  constructor(session: LocallyModifiedSession) {
    this.#session = session;
    this.#intervalSeconds = session.core.sessionTimer.intervalSeconds;
  }

  /** Whether a local INVITE is pending. A remote INVITE is then rejected with 491. */
  get hasPendingInvite(): boolean {
    return this.#runningMethod === 'INVITE';
  }

  /** Stores whether the peer supports UPDATE. Each of its messages can list its methods (RFC 3311 §5.1). */
  learnCapabilities(message: SipMessage): void {
    if (message.headers.has('Allow'))
      this.#peerSupportsUpdate = tokensOf(message, 'Allow').includes('UPDATE');
  }

  /** Sets the interval in use, which later refreshes request again. */
  setSessionInterval(seconds: number): void {
    this.#intervalSeconds = seconds;
  }

  /** Sends an offer as soon as none is open. Resolves with whether it was accepted. */
  offer(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#listeners.push(resolve);
      this.#pending = 'offer';
      this.#attempts = 0;
      this.proceed();
    });
  }

  refresh(): void {
    if (this.#pending !== undefined) return;
    this.#pending = 'refresh';
    this.#attempts = 0;
    this.proceed();
  }

  /** Starts the pending modification unless another exchange blocks it. Called again whenever an exchange has ended. */
  proceed(): void {
    if (this.#pending === undefined || this.#runningMethod !== undefined || this.#backOff !== undefined)
      return;
    const { isEnded, isAcknowledged, exchange } = this.#session;
    if (isEnded) this.#notifyListeners(false);
    else if (this.#pending === 'refresh' && this.#peerSupportsUpdate) this.#start('UPDATE', undefined);
    else if (isAcknowledged && exchange.state === 'idle') this.#startOffer();
  }

  stop(): void {
    this.#backOff?.cancel();
    this.#notifyListeners(false);
  }

  #startOffer(): void {
    const content = this.#session.media.offer();
    this.#session.exchange.offer();
    this.#start('INVITE', { contentType: sdpType, content });
  }

  #start(method: 'INVITE' | 'UPDATE', body: Body | undefined): void {
    const { core } = this.#session;
    this.#runningMethod = method;
    this.#acknowledgedCSeq = undefined;
    this.#attempts += 1;
    const fields: HeaderEntry[] = [
      ['Supported', supportedExtensions],
      ...sessionTimerFields(this.#intervalSeconds, core.sessionTimer.minSeconds),
    ];
    this.#session.send(method, fields, body, (outcome) => this.#onOutcome(method, body, outcome));
  }

  #onOutcome(method: 'INVITE' | 'UPDATE', body: Body | undefined, outcome: RequestOutcome): void {
    const isRetransmission = method === 'INVITE' && isSuccess(outcome) && this.#acknowledge(outcome.response);
    if (isRetransmission) return;
    this.#runningMethod = undefined;
    if (isSuccess(outcome)) this.#onSuccess(body, outcome.response);
    else this.#onFailure(method, body, outcome);
    this.proceed();
  }

  /** Acknowledges a 2xx to an INVITE. Returns whether the 2xx is a retransmission. */
  #acknowledge(response: SipResponse): boolean {
    const { number } = cseqOf(response);
    this.#session.acknowledge(response);
    if (this.#acknowledgedCSeq === number) return true;
    this.#acknowledgedCSeq = number;
    return false;
  }

  #onSuccess(body: Body | undefined, response: SipResponse): void {
    const { exchange, media } = this.#session;
    if (body !== undefined) exchange.closeOffer();
    this.#notifyListeners(true);
    if (this.#session.isEnded) return;
    const fault = body && media.acceptAnswer(sdpOf(response));
    if (fault !== undefined) {
      this.#session.failNegotiation(fault);
      return;
    }
    this.#intervalSeconds = intervalOfResponse(response)?.seconds ?? this.#intervalSeconds;
    this.#session.applyRefresh(response);
  }

  #onFailure(method: 'INVITE' | 'UPDATE', body: Body | undefined, outcome: RequestOutcome): void {
    if (body !== undefined) {
      this.#session.exchange.closeOffer();
      this.#session.media.abandonOffer();
    }
    const status = statusOf(outcome);
    if (status === 481 || status === 408) this.#session.endAfterPeerLoss(status);
    else if (method === 'UPDATE' && (status === 405 || status === 501)) this.#peerSupportsUpdate = false;
    else if (outcome.type !== 'response' || !this.#retry(outcome.response)) this.#notifyListeners(false);
  }

  /** Returns whether the modification will be retried, immediately or after a back-off. */
  #retry(response: SipResponse): boolean {
    if (this.#attempts >= maxAttempts || this.#session.isEnded) return false;
    if (response.status === 491) return this.#waitThenProceed(this.#glareBackOffMs());
    if (response.status === 500 && (retryAfterOf(response) ?? 99) <= 10)
      return this.#waitThenProceed(retryAfterOf(response)! * 1000);
    const raised = response.status === 422 ? raisedInterval(response, this.#intervalSeconds) : undefined;
    this.#intervalSeconds = raised ?? this.#intervalSeconds;
    return raised !== undefined;
  }

  /** §14.1, in steps of 10 ms: 2.1 to 4 s for the owner of the Call-ID, up to 2 s for the other side. */
  #glareBackOffMs(): number {
    const { random } = this.#session.core;
    return this.#session.isCaller ? 2100 + 10 * random.below(191) : 10 * random.below(201);
  }

  #waitThenProceed(delayMs: number): boolean {
    this.#backOff = this.#session.core.clock.after(delayMs, () => {
      this.#backOff = undefined;
      this.proceed();
    });
    return true;
  }

  /** Ends the pending change and notifies its listeners. */
  #notifyListeners(accepted: boolean): void {
    this.#pending = undefined;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener(accepted);
  }
}
