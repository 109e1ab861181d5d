import { createGuardedClock } from '../core/guarded-clock.ts';
import { confirmedEntry } from './dialog-log.ts';
import { cseqOf } from './header-fields.ts';
import type { Authenticator } from './authenticator.ts';
import type { Dialog } from './dialog.ts';
import { dialogResponse, reasonField, unsupportedExtensions } from './dialog-response.ts';
import {
  answerModification,
  type RemotelyModifiedSession,
  type GrantedInterval,
} from './incoming-modification.ts';
import { parseInfoDigit, type InfoDigit } from './info-digits.ts';
import { locateHop, numericTarget } from './locate-hop.ts';
import type { Body, HeaderEntry, SipRequest, SipResponse } from './message.ts';
import { sdpOf, unsupportedContentEncoding } from './message-body.ts';
import { OfferAnswerExchange } from './offer-answer-exchange.ts';
import { isBehindNat } from './private-address.ts';
import { networkReasonOf, type NetworkReason } from './reason.ts';
import { ResponseRetransmission } from './response-retransmission.ts';
import { OutgoingRequest, statusOf, type RequestOutcome } from './outgoing-request.ts';
import { sdpType, type SdpFault, type SessionMedia } from './session-media.ts';
import { SessionModification, type LocallyModifiedSession } from './session-modification.ts';
import { intervalOfResponse, SessionTimer, type SessionInterval } from './session-timer.ts';
import type { ServerTransaction } from './transaction-layer.ts';
import type { SipSource } from './transport/transport.ts';
import { isSipUri } from './uri.ts';
import { allowedMethods, type DialogOwner, type UserAgentCore } from './user-agent-core.ts';

/**
 * Why a session ended.
 * - `local-bye`, `remote-bye`: a local or remote BYE
 * - `gone`: the peer responded that the dialog does not exist, or did not respond
 * - `unacknowledged`: our 2xx was never acknowledged
 * - `expired`: the session timer expired
 * - `negotiation-failed`: the SDP answer was unusable
 * - `internal-error`: a defect
 */
export interface SessionEnd {
  readonly cause:
    | 'local-bye'
    | 'remote-bye'
    | 'gone'
    | 'unacknowledged'
    | 'expired'
    | 'negotiation-failed'
    | 'internal-error';
  /** From the remote BYE. */
  readonly networkReason?: NetworkReason | undefined;
  /** Why the SDP answer was unusable. */
  readonly sdpFault?: SdpFault;
}

export interface SessionHandlers {
  /** Called exactly once, whatever ends the session. */
  onEnded(end: SessionEnd): void;
  onDigit?(digit: InfoDigit): void;
  /** Handles a PRACK within an early dialog. Without this handler PRACK is answered with 481. */
  onPrack?(transaction: ServerTransaction): void;
}

/** The valid state transitions, shown in docs/sip-session-states.md. */
const transitions = {
  early: ['confirmed', 'ended'],
  confirmed: ['ended'],
  ended: [],
} as const satisfies Record<string, readonly string[]>;

type SessionState = keyof typeof transitions;

/**
 * The INVITE usage of one dialog (RFC 3261 §13 to §15, RFC 5057): all requests of both sides after the dialog was
 * created. It remains in `core.dialogs` until its last transaction has ended.
 */
export class InviteSession implements DialogOwner, LocallyModifiedSession, RemotelyModifiedSession {
  readonly core: UserAgentCore;
  readonly dialog: Dialog;
  readonly media: SessionMedia;
  readonly exchange = new OfferAnswerExchange();
  readonly #handlers: SessionHandlers;
  readonly #authenticator: Authenticator | undefined;
  readonly #flow: SipSource | undefined;
  readonly #isPeer: ((address: string) => boolean) | undefined;
  readonly #timer: SessionTimer;
  readonly #modification: SessionModification;
  #state: SessionState = 'early';
  /** Our 2xx while its ACK is missing. */
  #accepted:
    | { readonly cseq: number; readonly retransmission: ResponseRetransmission; readonly isFirst: boolean }
    | undefined;
  /** The fields of a BYE that is sent after the ACK of our 2xx (§15). */
  #byeAfterAck: readonly HeaderEntry[] | undefined;
  #lastAck: SipRequest | undefined;
  /** Whether `onEnded` was called or is not needed. */
  #isReported = false;

  constructor(
    core: UserAgentCore,
    options: {
      readonly dialog: Dialog;
      readonly media: SessionMedia;
      readonly handlers: SessionHandlers;
      readonly authenticator?: Authenticator | undefined;
      /** The source of the INVITE or of the response that created the dialog. */
      readonly flow?: SipSource | undefined;
      /** Returns whether requests of the dialog are accepted from this address, in addition to those of the dialog. */
      readonly isPeer?: ((address: string) => boolean) | undefined;
    },
  ) {
    this.core = { ...core, clock: createGuardedClock(core.clock, (error) => this.fail(error)) };
    this.dialog = options.dialog;
    this.media = options.media;
    this.#handlers = options.handlers;
    this.#authenticator = options.authenticator;
    this.#flow = options.flow;
    this.#isPeer = options.isPeer;
    this.#modification = new SessionModification(this);
    this.#timer = new SessionTimer(this.core.clock, {
      refresh: () => this.#modification.refresh(),
      expire: () => this.#end({ cause: 'expired' }, [reasonField(408, 'Session timer expired')]),
    });
    core.dialogs.set(this.dialog.id, this);
  }

  get isCaller(): boolean {
    return this.dialog.isCaller;
  }

  get isEnded(): boolean {
    return this.#state === 'ended';
  }

  get isAcknowledged(): boolean {
    return this.#state === 'confirmed' && this.#accepted === undefined;
  }

  get isEarly(): boolean {
    return this.#state === 'early';
  }

  get hasPendingInvite(): boolean {
    return this.#modification.hasPendingInvite;
  }

  get awaitsAck(): boolean {
    return this.#accepted !== undefined;
  }

  /**
   * Returns whether a request comes from the peer: the address that created the dialog, the address of our own requests
   * (the first route, otherwise the Contact), or another address of the peer. Tags and Call-ID alone prove nothing,
   * because they appear in logs.
   */
  accepts({ address }: SipSource): boolean {
    if (this.#flow === undefined || this.#flow.address === address) return true;
    return this.#isPeer?.(address) === true || address === this.#nextAddress(this.#flow);
  }

  /** Returns the address of the next hop if it is numeric and not private to the peer's network. */
  #nextAddress(flow: SipSource): string | undefined {
    const { nextHop } = this.dialog;
    const address = isSipUri(nextHop) ? numericTarget(nextHop)?.address : undefined;
    return address === undefined || isBehindNat(address, flow.address) ? undefined : address;
  }

  /** Stores the methods that a message of the peer lists in Allow. */
  learnCapabilities(message: SipRequest | SipResponse): void {
    this.#modification.learnCapabilities(message);
  }

  /** Caller: confirms the dialog with the 2xx to the INVITE. Does not apply the SDP of the 2xx. */
  confirm(response: SipResponse): void {
    this.#enter('confirmed');
    this.dialog.confirm(response);
    this.learnCapabilities(response);
    this.#applyInterval(intervalOfResponse(response));
    this.#updateDialogLog();
  }

  /**
   * Callee: answers an initial or later INVITE and retransmits the 2xx until its ACK. `body` is our answer, or our
   * offer if the INVITE had none.
   */
  accept(transaction: ServerTransaction, body: string, granted: GrantedInterval): void {
    const isFirst = this.#state === 'early';
    if (isFirst) this.#enter('confirmed');
    const { request } = transaction;
    this.onAccepted(request, granted.interval);
    const content = { contentType: sdpType, content: body };
    const response = dialogResponse(this.dialog, request, 200, granted.fields, content);
    const retransmission = new ResponseRetransmission({
      clock: this.core.clock,
      times: this.core.times,
      maxIntervalMs: this.core.times.t2Ms,
      send: () => transaction.respond(response),
      onTimeout: () => this.#onUnacknowledged(),
    });
    this.#accepted = { cseq: cseqOf(request).number, retransmission, isFirst };
  }

  /** Sends an offer as soon as no other is pending. Resolves with whether the peer accepted it. */
  reoffer(): Promise<boolean> {
    return this.#modification.offer();
  }

  /** Ends a confirmed session. Safe to call in any state, and twice. */
  bye(fields: readonly HeaderEntry[] = []): void {
    this.#end({ cause: 'local-bye' }, fields);
  }

  /** Ends the session after a defect. Never throws. */
  fail(error: unknown): void {
    const { internalErrors } = this.core;
    internalErrors.record('leg', error);
    const end: SessionEnd = { cause: 'internal-error' };
    internalErrors.guard('leg', () => this.#end(end, [reasonField(500, 'Internal error')]))();
    internalErrors.guard('leg', () => this.#report(end))();
  }

  #runGuarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Ends the session silently: the dialog was never confirmed, or the final response has ended it. */
  abandon(): void {
    if (this.#state === 'ended') return;
    this.#isReported = true;
    this.#deactivate();
    this.#release();
  }

  send(
    method: string,
    fields: readonly HeaderEntry[],
    body: Body | undefined,
    done: (outcome: RequestOutcome) => void,
  ): void {
    const request = new OutgoingRequest(this.core, {
      compose: () => this.#compose(method, fields, body),
      hop: this.dialog.nextHop,
      flow: this.#flow,
      authenticator: this.#authenticator,
      onOutcome: (outcome) => this.#runGuarded(() => done(outcome)),
    });
    void request;
  }

  #compose(method: string, fields: readonly HeaderEntry[], body: Body | undefined): SipRequest {
    const request = this.dialog.createRequest(method, fields, body);
    this.#updateDialogLog();
    return request;
  }

  /** Updates the dialog log whenever the next BYE changes. */
  #updateDialogLog(): void {
    if (this.#state !== 'confirmed') return;
    const options = { flow: this.#flow, username: this.#authenticator?.username };
    this.core.dialogLog.put(this.dialog.id, confirmedEntry(this.dialog, options));
  }

  /** §13.2.2.4. Every retransmission of the 2xx is answered with the same ACK; its target is resolved each time. */
  acknowledge(response: SipResponse, credentials: readonly HeaderEntry[] = []): void {
    const { number } = cseqOf(response);
    if (this.#lastAck === undefined || cseqOf(this.#lastAck).number !== number)
      this.#lastAck = this.dialog.createAck(number, credentials);
    const ack = this.#lastAck;
    const fail = (error: Error) => this.core.logger.warn({ err: error }, 'No target found for an ACK.');
    const sendAck = (target: Parameters<UserAgentCore['layer']['sendAck']>[1]) =>
      this.core.layer.sendAck(ack, target);
    locateHop(this.core, this.dialog.nextHop, this.#flow, sendAck, fail);
  }

  handleRetransmitted2xx(response: SipResponse): void {
    this.#runGuarded(() => this.acknowledge(response));
  }

  applyRefresh(response: SipResponse): void {
    this.dialog.refreshTarget(response);
    this.#updateDialogLog();
    this.learnCapabilities(response);
    this.#timer.start(intervalOfResponse(response));
  }

  endAfterPeerLoss(status: number): void {
    this.#end({ cause: 'gone' }, [reasonField(status, 'The dialog was unknown or did not respond')]);
  }

  failNegotiation(sdpFault: SdpFault): void {
    this.#end({ cause: 'negotiation-failed', sdpFault }, [reasonField(488, 'The SDP answer is unusable')]);
  }

  handleAck(ack: SipRequest): void {
    this.#runGuarded(() => this.#onAck(ack));
  }

  #onAck(ack: SipRequest): void {
    if (this.#accepted?.cseq !== cseqOf(ack).number) return;
    const { retransmission, isFirst } = this.#accepted;
    retransmission.stop();
    this.#accepted = undefined;
    if (this.#byeAfterAck !== undefined) {
      this.#sendBye(this.#byeAfterAck);
      return;
    }
    if (this.exchange.state === 'offered') this.#applyAnswerIn(ack, isFirst);
    this.#modification.proceed();
  }

  /**
   * An INVITE without an offer has its answer in the ACK (§13.2.1). If the ACK of a re-INVITE has none, the exchange
   * did not complete and the session continues as last agreed (RFC 3264 §4).
   */
  #applyAnswerIn(ack: SipRequest, isFirst: boolean): void {
    const answer = sdpOf(ack);
    this.exchange.closeOffer();
    if (answer === '' && !isFirst) return this.media.abandonOffer();
    const fault = this.media.acceptAnswer(answer);
    if (fault !== undefined) this.failNegotiation(fault);
  }

  onAccepted(request: SipRequest, interval: SessionInterval | undefined): void {
    this.dialog.refreshTarget(request);
    this.#updateDialogLog();
    this.learnCapabilities(request);
    this.#applyInterval(interval);
  }

  handleRequest(transaction: ServerTransaction): void {
    this.#runGuarded(() => {
      try {
        this.#onRequest(transaction);
      } catch (error) {
        this.#respond(transaction, 500);
        throw error;
      }
    });
  }

  #onRequest(transaction: ServerTransaction): void {
    const { request } = transaction;
    const unsupported = unsupportedExtensions(request);
    if (!this.dialog.acceptRemoteCSeq(request)) this.#respond(transaction, 500);
    else if (this.#state === 'ended') this.#respond(transaction, request.method === 'BYE' ? 200 : 481);
    else if (unsupported !== undefined) this.#respond(transaction, 420, [unsupported]);
    else this.#dispatch(transaction);
  }

  #dispatch(transaction: ServerTransaction): void {
    const requestHandlers: Record<string, () => void> = {
      BYE: () => this.#onBye(transaction),
      INVITE: () => answerModification(this, transaction),
      UPDATE: () => answerModification(this, transaction),
      INFO: () => this.#onInfo(transaction),
      // There are no subscriptions (RFC 6665 §4.1.3).
      NOTIFY: () => this.#respond(transaction, 481),
      PRACK: () => this.#onPrack(transaction),
      OPTIONS: () => this.#respond(transaction, 200),
      REFER: () => this.#respond(transaction, 603),
    };
    const handle = requestHandlers[transaction.request.method];
    if (handle === undefined) this.#respond(transaction, 405, [['Allow', allowedMethods]]);
    else handle();
  }

  #onPrack(transaction: ServerTransaction): void {
    if (this.#handlers.onPrack === undefined) this.#respond(transaction, 481);
    else this.#handlers.onPrack(transaction);
  }

  #onBye(transaction: ServerTransaction): void {
    const { request } = transaction;
    this.#respond(transaction, 200);
    this.#deactivate();
    this.#release();
    this.#report({ cause: 'remote-bye', networkReason: networkReasonOf(request) });
  }

  #onInfo(transaction: ServerTransaction): void {
    const encoded = unsupportedContentEncoding(transaction.request);
    if (encoded !== undefined) return this.#respond(transaction, 415, [encoded]);
    const digit = parseInfoDigit(transaction.request);
    if (digit === undefined && transaction.request.body.length > 0)
      return this.#respond(transaction, 415, [['Accept', 'application/dtmf-relay, application/dtmf']]);
    this.#respond(transaction, 200);
    if (digit !== undefined) this.#handlers.onDigit?.(digit);
  }

  #respond(transaction: ServerTransaction, status: number, fields: readonly HeaderEntry[] = []): void {
    transaction.respond(dialogResponse(this.dialog, transaction.request, status, fields));
  }

  #applyInterval(interval: SessionInterval | undefined): void {
    if (interval !== undefined) this.#modification.setSessionInterval(interval.seconds);
    this.#timer.start(interval);
  }

  #onUnacknowledged(): void {
    this.#accepted = undefined;
    if (this.#byeAfterAck !== undefined) this.#sendBye(this.#byeAfterAck);
    else this.#end({ cause: 'unacknowledged' }, [reasonField(408, 'No ACK')]);
  }

  #end(end: SessionEnd, fields: readonly HeaderEntry[]): void {
    if (this.#state === 'ended') return;
    const unacknowledged = this.#accepted;
    this.#deactivate();
    if (unacknowledged === undefined) this.#sendBye(fields);
    else this.#byeAfterAck = fields;
    this.#report(end);
  }

  #report(end: SessionEnd): void {
    if (this.#isReported) return;
    this.#isReported = true;
    this.#handlers.onEnded(end);
  }

  /** Stops everything that belongs to an active session. Only a pending 2xx is still retransmitted until its ACK. */
  #deactivate(): void {
    this.#enter('ended');
    this.#timer.stop();
    this.#modification.stop();
    this.core.terminating.add(this);
  }

  #sendBye(fields: readonly HeaderEntry[]): void {
    this.send('BYE', fields, undefined, (outcome) => {
      if (statusOf(outcome) >= 300)
        this.core.logger.debug({ status: statusOf(outcome) }, 'The BYE was not accepted.');
      this.#release();
    });
  }

  #release(): void {
    this.#accepted?.retransmission.stop();
    this.core.dialogs.delete(this.dialog.id);
    this.core.dialogLog.remove(this.dialog.id);
    this.core.terminating.delete(this);
  }

  #enter(next: SessionState): void {
    if (!(transitions[this.#state] as readonly string[]).includes(next))
      throw new Error(`a session that is ${this.#state} cannot become ${next}`);
    this.#state = next;
  }
}
