import { createGuardedClock } from '../core/guarded-clock.ts';
import { traceOfConfirmed } from './call-trace.ts';
import { cseqOf } from './header-fields.ts';
import type { Authenticator } from './authenticator.ts';
import type { Dialog } from './dialog.ts';
import { dialogResponse, reason, unknownExtensions } from './dialog-response.ts';
import { answerModification, type ChangedSession, type GrantedInterval } from './incoming-modification.ts';
import { parseInfoDigit, type InfoDigit } from './info-digits.ts';
import { locateHop, numericTarget } from './locate-hop.ts';
import type { Body, HeaderEntry, SipRequest, SipResponse } from './message.ts';
import { sdpOf, unknownContentEncoding } from './message-body.ts';
import { OfferAnswerExchange } from './offer-answer-exchange.ts';
import { isHiddenFrom } from './private-address.ts';
import { networkReasonOf, type NetworkReason } from './reason.ts';
import { Transfer, type TransferResult } from './refer.ts';
import { RepeatedResponse } from './repeated-response.ts';
import { SentRequest, statusOf, type Outcome } from './send-request.ts';
import { sdpType, type SessionMedia } from './session-media.ts';
import { SessionModification, type ModifiedSession } from './session-modification.ts';
import { intervalOfResponse, SessionTimer, type SessionInterval } from './session-timer.ts';
import type { ServerTransaction } from './transaction-layer.ts';
import type { SipSource } from './transport/transport.ts';
import { isSipUri } from './uri.ts';
import { allow, type DialogOwner, type UserAgentCore } from './user-agent-core.ts';

/**
 * Why a session is over. `gone`: the other side knew nothing of it any more, or did not answer. `unacknowledged`: our
 * answer was never acknowledged. `expired`: the session timer ran out. `disagreed`: their answer could not be used.
 * `internal-error`: a defect of ours.
 */
export interface SessionEnd {
  readonly why:
    | 'near-bye'
    | 'far-bye'
    | 'gone'
    | 'unacknowledged'
    | 'expired'
    | 'disagreed'
    | 'internal-error';
  /** Of the far end's BYE. */
  readonly networkReason?: NetworkReason | undefined;
}

export interface SessionHandlers {
  /** Exactly once, whatever ends the session. */
  onEnded(end: SessionEnd): void;
  onDigit?(digit: InfoDigit): void;
  /** A PRACK within an early dialog. Without it PRACK is answered 481. */
  onPrack?(transaction: ServerTransaction): void;
}

/** Which states may follow each state; drawn in docs/sip-session-states.md. */
const followers = {
  early: ['confirmed', 'ended'],
  confirmed: ['ended'],
  ended: [],
} as const satisfies Record<string, readonly string[]>;

type SessionState = keyof typeof followers;

/**
 * The INVITE usage of one dialog (RFC 3261 §13 to §15, RFC 5057): what either side may do in it once it is there.
 * It sits in `core.dialogs` from its making until the last transaction that ends it is over.
 */
export class InviteSession implements DialogOwner, ModifiedSession, ChangedSession {
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
  /** Our 2xx that waits for its ACK. */
  #accepted:
    | { readonly cseq: number; readonly repeated: RepeatedResponse; readonly isFirst: boolean }
    | undefined;
  /** A BYE of ours that waits for that ACK (§15). */
  #byeAfterAck: readonly HeaderEntry[] | undefined;
  #lastAck: SipRequest | undefined;
  #transfer: Transfer | undefined;
  /** The owner knows of the end. */
  #isReported = false;

  constructor(
    core: UserAgentCore,
    parts: {
      readonly dialog: Dialog;
      readonly media: SessionMedia;
      readonly handlers: SessionHandlers;
      readonly authenticator?: Authenticator | undefined;
      /** Where the INVITE, or the response that made the dialog, came from. */
      readonly flow?: SipSource | undefined;
      /** Whether requests of the dialog are accepted from this address, besides those that the dialog itself names. */
      readonly isPeer?: ((address: string) => boolean) | undefined;
    },
  ) {
    this.core = { ...core, clock: createGuardedClock(core.clock, (error) => this.fail(error)) };
    this.dialog = parts.dialog;
    this.media = parts.media;
    this.#handlers = parts.handlers;
    this.#authenticator = parts.authenticator;
    this.#flow = parts.flow;
    this.#isPeer = parts.isPeer;
    this.#modification = new SessionModification(this);
    this.#timer = new SessionTimer(this.core.clock, {
      refresh: () => this.#modification.refresh(),
      expire: () => this.#end({ why: 'expired' }, [reason(408, 'Session timer expired')]),
    });
    core.dialogs.set(this.dialog.id, this);
  }

  get isCaller(): boolean {
    return this.dialog.isCaller;
  }

  get isEnded(): boolean {
    return this.#state === 'ended';
  }

  get isSettled(): boolean {
    return this.#state === 'confirmed' && this.#accepted === undefined;
  }

  get isEarly(): boolean {
    return this.#state === 'early';
  }

  get isInviting(): boolean {
    return this.#modification.isInviting;
  }

  get isUnacknowledged(): boolean {
    return this.#accepted !== undefined;
  }

  /**
   * Whether a request comes from the address that the dialog was made from, from the address that our own requests go to (the first
   * route, else the Contact), or from another address of the peer. Tags and Call-ID alone prove nothing: logs hold them.
   */
  accepts({ address }: SipSource): boolean {
    if (this.#flow === undefined || this.#flow.address === address) return true;
    return this.#isPeer?.(address) === true || address === this.#nextAddress(this.#flow);
  }

  /** The address of the next hop where it is numeric and not private to the peer's own network. */
  #nextAddress(flow: SipSource): string | undefined {
    const { nextHop } = this.dialog;
    const address = isSipUri(nextHop) ? numericTarget(nextHop)?.address : undefined;
    return address === undefined || isHiddenFrom(address, flow.address) ? undefined : address;
  }

  /** What the other side understands, from any message of its own. */
  learn(message: SipRequest | SipResponse): void {
    this.#modification.learn(message);
  }

  /** Caller: a 2xx to the INVITE came and its answer is in use. */
  confirm(response: SipResponse): void {
    this.#enter('confirmed');
    this.dialog.confirm(response);
    this.learn(response);
    this.#keepInterval(intervalOfResponse(response));
    this.#keepTrace();
  }

  /**
   * Callee: answers an INVITE, the first or a later one, and repeats the answer until its ACK. `body` holds our answer, or our
   * offer where theirs had none.
   */
  accept(transaction: ServerTransaction, body: string, granted: GrantedInterval): void {
    const isFirst = this.#state === 'early';
    if (isFirst) this.#enter('confirmed');
    const { request } = transaction;
    this.taken(request, granted.interval);
    const content = { contentType: sdpType, content: body };
    const response = dialogResponse(this.dialog, request, 200, granted.fields, content);
    const repeated = new RepeatedResponse({
      clock: this.core.clock,
      times: this.core.times,
      gapMsMax: this.core.times.t2Ms,
      send: () => transaction.respond(response),
      onGiveUp: () => this.#onUnacknowledged(),
    });
    this.#accepted = { cseq: cseqOf(request).number, repeated, isFirst };
  }

  /** Sends an offer of our own when nothing stands in its way. Resolves with whether the other side took it. */
  reoffer(): Promise<boolean> {
    return this.#modification.offer();
  }

  /** Blind transfer (RFC 3515). */
  transfer(referTo: string): Promise<TransferResult> {
    if (this.#state !== 'confirmed' || this.#transfer?.isOver === false)
      return Promise.resolve({ ok: false, status: undefined, detail: 'The call cannot be transferred now.' });
    return new Promise((resolve) => {
      this.#transfer = new Transfer(
        this.core.clock,
        (fields, done) => this.send('REFER', fields, undefined, done),
        { referTo, referredBy: this.dialog.contact },
        resolve,
      );
    });
  }

  /** Ends a confirmed session. Safe to call in any state, and twice. */
  bye(fields: readonly HeaderEntry[] = []): void {
    this.#end({ why: 'near-bye' }, fields);
  }

  /** Ends the session for a defect of ours; never throws. */
  fail(error: unknown): void {
    const { internalErrors } = this.core;
    internalErrors.record('leg', error);
    const end: SessionEnd = { why: 'internal-error' };
    internalErrors.guard('leg', () => this.#end(end, [reason(500, 'Internal error')]))();
    internalErrors.guard('leg', () => this.#report(end))();
  }

  #attempt(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Ends the session without a word: the dialog was never confirmed, or the INVITE's answer says it all. */
  abandon(): void {
    if (this.#state === 'ended') return;
    this.#isReported = true;
    this.#leave();
    this.#release();
  }

  send(
    method: string,
    fields: readonly HeaderEntry[],
    body: Body | undefined,
    done: (outcome: Outcome) => void,
  ): void {
    const request = new SentRequest(this.core, {
      compose: () => this.#compose(method, fields, body),
      hop: this.dialog.nextHop,
      flow: this.#flow,
      authenticator: this.#authenticator,
      onOutcome: (outcome) => this.#attempt(() => done(outcome)),
    });
    void request;
  }

  #compose(method: string, fields: readonly HeaderEntry[], body: Body | undefined): SipRequest {
    const request = this.dialog.createRequest(method, fields, body);
    this.#keepTrace();
    return request;
  }

  /** Whenever something changes that a BYE from elsewhere would need to know. */
  #keepTrace(): void {
    if (this.#state !== 'confirmed') return;
    const more = { flow: this.#flow, username: this.#authenticator?.username };
    this.core.traces.keep(this.dialog.id, traceOfConfirmed(this.dialog, more));
  }

  /** §13.2.2.4. Every repetition of the 2xx is answered with the same ACK; where it goes is found anew each time. */
  acknowledge(response: SipResponse, credentials: readonly HeaderEntry[] = []): void {
    const { number } = cseqOf(response);
    if (this.#lastAck === undefined || cseqOf(this.#lastAck).number !== number)
      this.#lastAck = this.dialog.createAck(number, credentials);
    const ack = this.#lastAck;
    const fail = (error: Error) => this.core.logger.warn({ err: error }, 'An ACK had nowhere to go.');
    const use = (target: Parameters<UserAgentCore['layer']['sendAck']>[1]) =>
      this.core.layer.sendAck(ack, target);
    locateHop(this.core, this.dialog.nextHop, this.#flow, use, fail);
  }

  handleRepeated2xx(response: SipResponse): void {
    this.#attempt(() => this.acknowledge(response));
  }

  refreshed(response: SipResponse): void {
    this.dialog.refreshTarget(response);
    this.#keepTrace();
    this.learn(response);
    this.#timer.start(intervalOfResponse(response));
  }

  gone(status: number): void {
    this.#end({ why: 'gone' }, [reason(status, 'The dialog was unknown or silent')]);
  }

  disagree(): void {
    this.#end({ why: 'disagreed' }, [reason(488, 'The answer cannot be used')]);
  }

  handleAck(ack: SipRequest): void {
    this.#attempt(() => this.#onAck(ack));
  }

  #onAck(ack: SipRequest): void {
    if (this.#accepted?.cseq !== cseqOf(ack).number) return;
    const { repeated, isFirst } = this.#accepted;
    repeated.stop();
    this.#accepted = undefined;
    if (this.#byeAfterAck !== undefined) {
      this.#sendBye(this.#byeAfterAck);
      return;
    }
    if (this.exchange.state === 'offered') this.#takeAnswerOf(ack, isFirst);
    this.#modification.proceed();
  }

  /**
   * An INVITE without an offer has its answer in the ACK (§13.2.1). Where the ACK of a re-INVITE has none, the exchange did not complete
   * and the session continues as last agreed (RFC 3264 §4).
   */
  #takeAnswerOf(ack: SipRequest, isFirst: boolean): void {
    const answer = sdpOf(ack);
    this.exchange.settle();
    if (answer === '' && !isFirst) this.media.abandonOffer();
    else if (!this.media.acceptAnswer(answer)) this.disagree();
  }

  taken(request: SipRequest, interval: SessionInterval | undefined): void {
    this.dialog.refreshTarget(request);
    this.#keepTrace();
    this.learn(request);
    this.#keepInterval(interval);
  }

  handleRequest(transaction: ServerTransaction): void {
    this.#attempt(() => {
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
    const unsupported = unknownExtensions(request);
    if (!this.dialog.takeRemoteCSeq(request)) this.#respond(transaction, 500);
    else if (this.#state === 'ended') this.#respond(transaction, request.method === 'BYE' ? 200 : 481);
    else if (unsupported !== undefined) this.#respond(transaction, 420, [unsupported]);
    else this.#dispatch(transaction);
  }

  #dispatch(transaction: ServerTransaction): void {
    const answers: Record<string, () => void> = {
      BYE: () => this.#onBye(transaction),
      INVITE: () => answerModification(this, transaction),
      UPDATE: () => answerModification(this, transaction),
      INFO: () => this.#onInfo(transaction),
      NOTIFY: () => this.#onNotify(transaction),
      PRACK: () => this.#onPrack(transaction),
      OPTIONS: () => this.#respond(transaction, 200),
      REFER: () => this.#respond(transaction, 603),
    };
    const answer = answers[transaction.request.method];
    if (answer === undefined) this.#respond(transaction, 405, [['Allow', allow]]);
    else answer();
  }

  #onPrack(transaction: ServerTransaction): void {
    if (this.#handlers.onPrack === undefined) this.#respond(transaction, 481);
    else this.#handlers.onPrack(transaction);
  }

  #onBye(transaction: ServerTransaction): void {
    const { request } = transaction;
    this.#respond(transaction, 200);
    this.#leave();
    this.#release();
    this.#report({ why: 'far-bye', networkReason: networkReasonOf(request) });
  }

  #onInfo(transaction: ServerTransaction): void {
    const encoded = unknownContentEncoding(transaction.request);
    if (encoded !== undefined) return this.#respond(transaction, 415, [encoded]);
    const digit = parseInfoDigit(transaction.request);
    if (digit === undefined && transaction.request.body.length > 0)
      return this.#respond(transaction, 415, [['Accept', 'application/dtmf-relay, application/dtmf']]);
    this.#respond(transaction, 200);
    if (digit !== undefined) this.#handlers.onDigit?.(digit);
  }

  #onNotify(transaction: ServerTransaction): void {
    const event = transaction.request.headers.get('Event') ?? '';
    if (this.#transfer === undefined || !/^\s*refer\b/i.test(event)) return this.#respond(transaction, 481);
    this.#respond(transaction, 200);
    this.#transfer.handleNotify(transaction.request);
  }

  #respond(transaction: ServerTransaction, status: number, fields: readonly HeaderEntry[] = []): void {
    transaction.respond(dialogResponse(this.dialog, transaction.request, status, fields));
  }

  #keepInterval(interval: SessionInterval | undefined): void {
    if (interval !== undefined) this.#modification.keepInterval(interval.seconds);
    this.#timer.start(interval);
  }

  #onUnacknowledged(): void {
    this.#accepted = undefined;
    if (this.#byeAfterAck !== undefined) this.#sendBye(this.#byeAfterAck);
    else this.#end({ why: 'unacknowledged' }, [reason(408, 'No ACK')]);
  }

  #end(end: SessionEnd, fields: readonly HeaderEntry[]): void {
    if (this.#state === 'ended') return;
    const waiting = this.#accepted;
    this.#leave();
    if (waiting === undefined) this.#sendBye(fields);
    else this.#byeAfterAck = fields;
    this.#report(end);
  }

  #report(end: SessionEnd): void {
    if (this.#isReported) return;
    this.#isReported = true;
    this.#handlers.onEnded(end);
  }

  /** Everything that runs for the living session stops; our 2xx alone is repeated until its ACK. */
  #leave(): void {
    this.#enter('ended');
    this.#timer.stop();
    this.#modification.stop();
    this.#transfer?.dialogEnded();
    this.core.unfinished.add(this);
  }

  #sendBye(fields: readonly HeaderEntry[]): void {
    this.send('BYE', fields, undefined, (outcome) => {
      if (statusOf(outcome) >= 300)
        this.core.logger.debug({ status: statusOf(outcome) }, 'A BYE was not taken.');
      this.#release();
    });
  }

  #release(): void {
    this.#accepted?.repeated.stop();
    this.core.dialogs.delete(this.dialog.id);
    this.core.traces.forget(this.dialog.id);
    this.core.unfinished.delete(this);
  }

  #enter(next: SessionState): void {
    if (!(followers[this.#state] as readonly string[]).includes(next))
      throw new Error(`a session that is ${this.#state} cannot become ${next}`);
    this.#state = next;
  }
}
