import { createGuardedClock } from '../core/guarded-clock.ts';
import { Authenticator, type Account } from './authenticator.ts';
import { callingEntry } from './dialog-log.ts';
import { formatCSeq } from './cseq.ts';
import { dialogIdOfResponse, createCallerDialog, newTag } from './dialog.ts';
import { reasonField } from './dialog-response.ts';
import { contactsOf, retryAfterOf, toTagOf } from './header-fields.ts';
import type { InfoDigit } from './info-digits.ts';
import { InviteSession, type SessionEnd } from './invite-session.ts';
import { createRequest, type HeaderEntry, type SipRequest, type SipResponse } from './message.ts';
import { sdpOf } from './message-body.ts';
import { formatNameAddr, nameAddr, type NameAddr } from './name-addr.ts';
import { networkReasonOf, type NetworkReason } from './reason.ts';
import { ReliableReceiver } from './reliable-receiver.ts';
import { tlsFailureOf, OutgoingRequest, type RequestOutcome } from './outgoing-request.ts';
import { sdpType, type SdpFault, type SessionMedia } from './session-media.ts';
import { raisedInterval, sessionTimerFields } from './session-timer.ts';
import type { SipSource, SipTarget } from './transport/transport.ts';
import { formatUri, isSipUri, parseUri, type SipUri, type Uri } from './uri.ts';
import { allowedMethods, contactFor, supportedExtensions, type UserAgentCore } from './user-agent-core.ts';

/**
 * How a call ended. In addition to the causes of a session:
 * - `rejected`: with the status of the final response
 * - `timeout`: without any final response
 * - `transport-error`: the request could not be delivered
 * - `cancelled`: the caller ended the call before the answer
 * - `internal-error`: a defect ended it
 */
export interface InviteEnd {
  readonly cause: SessionEnd['cause'] | 'rejected' | 'timeout' | 'transport-error' | 'cancelled';
  /** The SIP status of a rejection. */
  readonly status?: number;
  /** The reason phrase of a rejection. */
  readonly reason?: string | undefined;
  /** The Reason header field of a rejection or an earlier provisional response, or of a BYE or CANCEL. */
  readonly networkReason?: NetworkReason | undefined;
  /** The fault of the TLS connection, as the continuation of "could not be reached: ". */
  readonly fault?: string | undefined;
  /** Why the negotiation failed. */
  readonly sdpFault?: SdpFault;
  /** The Retry-After of a rejection (RFC 3261 §20.33). */
  readonly retryAfterSeconds?: number | undefined;
}

export interface OutboundHandlers {
  /** Called for every provisional response, including 100. */
  onProvisional(status: number): void;
  /**
   * Called for each 180, and for each 183 with early media. `earlyMedia`: whether the session description of its branch
   * is in use.
   */
  onRinging(earlyMedia: boolean): void;
  onAnswered(): void;
  /** Called exactly once. */
  onEnded(end: InviteEnd): void;
  onDigit?(digit: InfoDigit): void;
}

export interface InviteOptions {
  /** The Request-URI. */
  readonly uri: string;
  /** The target of the INVITE. The caller resolves it, because it knows the trunk. */
  readonly target: SipTarget;
  /** Preloaded Route header fields (RFC 3261 §8.1.2), such as an outbound proxy's. */
  readonly routes?: readonly string[];
  readonly callId: string;
  /** Without a tag. */
  readonly from: NameAddr;
  readonly fields?: readonly HeaderEntry[];
  readonly account?: Account | undefined;
  readonly media: SessionMedia;
  /**
   * Returns the new target for a Contact of a 301 or 302; `undefined` to skip this Contact. If every Contact is
   * skipped, or without this function, the response is a rejection.
   */
  readonly followRedirect?: (
    contact: SipUri,
  ) => Promise<{ readonly uri: SipUri; readonly target: SipTarget } | undefined>;
  /**
   * Returns whether requests of the call are accepted from this address, in addition to the sources of its responses.
   */
  readonly isPeer?: (address: string) => boolean;
  readonly handlers: OutboundHandlers;
}

/** One dialog of a forked call, with its answer to our offer. */
interface Branch {
  readonly session: InviteSession;
  readonly reliable: ReliableReceiver;
  answer: string | undefined;
}

/** The valid state transitions, shown in docs/sip-session-states.md. */
const transitions = {
  calling: ['proceeding', 'answered', 'ended'],
  proceeding: ['answered', 'ended'],
  answered: ['ended'],
  ended: [],
} as const satisfies Record<string, readonly string[]>;

type OutboundState = keyof typeof transitions;

/** Maximum number of early dialogs of a forked call. */
const maxBranches = 16;
/** Maximum number of 422 that are answered with a longer session interval. */
const maxIntervalRaises = 2;
/** Maximum number of redirections that are followed per call. */
const maxRedirects = 3;
/** Maximum number of Contacts that are tried per redirection. */
const maxContacts = 4;

/** An outbound call: RFC 3261 §13.2 with forking, CANCEL (§9.1) and its races, RFC 3262, and 422 of RFC 4028. */
export class OutboundInvite {
  readonly #core: UserAgentCore;
  readonly #options: InviteOptions;
  readonly #localTag: string;
  readonly #contact: string;
  readonly #authenticator: Authenticator | undefined;
  /** The early and confirmed dialogs of the call, by dialog identifier; more than one if a proxy forked it. */
  readonly #branches = new Map<string, Branch>();
  #state: OutboundState = 'calling';
  #invite: OutgoingRequest;
  #uri: Uri;
  #cseq = 0;
  #intervalSeconds: number;
  #intervalRaises = 0;
  #redirects = 0;
  readonly #offer: string;
  #session: InviteSession | undefined;
  /** The Reason of a provisional response, such as an announcement of the network before a rejection (RFC 6432). */
  #networkReason: NetworkReason | undefined;
  /** The SDP answer in use, and its branch. */
  #answer: { readonly branch: string; readonly text: string } | undefined;

  constructor(core: UserAgentCore, options: InviteOptions) {
    this.#core = { ...core, clock: createGuardedClock(core.clock, (error) => this.#fail(error)) };
    this.#options = options;
    this.#uri = parseUri(options.uri);
    this.#localTag = newTag(core.random);
    this.#contact = contactFor(core, options.target.protocol, options.target.address);
    this.#authenticator = options.account && new Authenticator(options.account, core.random);
    this.#intervalSeconds = core.sessionTimer.intervalSeconds;
    this.#offer = options.media.offer();
    this.#invite = this.#send(options.target);
  }

  /** Ends the call in any state: CANCEL before the answer, BYE after it. `onEnded` is called synchronously. */
  hangup(fields: readonly HeaderEntry[] = []): void {
    if (this.#state === 'answered') this.#session?.bye(fields);
    else this.#cancel(fields);
  }

  /** The session, once answered. */
  get session(): InviteSession | undefined {
    return this.#session;
  }

  #cancel(fields: readonly HeaderEntry[]): void {
    if (this.#state === 'ended') return;
    this.#core.terminating.add(this);
    this.#finish({ cause: 'cancelled' }, { isTerminating: true });
    this.#invite.cancel(fields);
  }

  #send(hop: SipTarget | Uri): OutgoingRequest {
    return new OutgoingRequest(this.#core, {
      compose: () => this.#compose(),
      hop,
      authenticator: this.#authenticator,
      // The entry exists before the INVITE is sent, so that another process can end the call after a crash.
      beforeSend: (request, target) => {
        this.#updateDialogLog(request, target);
        return this.#core.dialogLog.whenWritten?.(this.#logKey);
      },
      onProvisional: (response, source) => this.#runGuarded(() => this.#onProvisional(response, source)),
      onConnectionLost: () => this.#runGuarded(() => this.#onConnectionLost()),
      onOutcome: (outcome) => this.#runGuarded(() => this.#onOutcome(outcome)),
    });
  }

  /** Ends the call. The phone may still ring, so the INVITE is cancelled over a new connection. */
  #onConnectionLost(): void {
    if (this.#state === 'answered' || this.#state === 'ended') return;
    this.#core.terminating.add(this);
    this.#finish({ cause: 'transport-error', fault: 'its connection was lost' }, { isTerminating: true });
    this.#invite.cancel([reasonField(503, 'Connection lost')]);
  }

  #runGuarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Ends only this call after a defect: BYE once answered, otherwise CANCEL. Never throws. */
  #fail(error: unknown): void {
    const { internalErrors } = this.#core;
    if (this.#state === 'answered' && this.#session !== undefined) return this.#session.fail(error);
    internalErrors.record('leg', error);
    if (this.#state === 'ended') return;
    internalErrors.guard('leg', () => {
      this.#core.terminating.add(this);
      this.#finish({ cause: 'internal-error' }, { isTerminating: true });
    })();
    internalErrors.guard('leg', () => this.#invite.cancel([reasonField(500, 'Internal error')]))();
    for (const { session } of this.#branches.values()) if (session.isAcknowledged) session.bye();
  }

  #updateDialogLog(invite: SipRequest, target: SipTarget): void {
    this.#core.dialogLog.put(this.#logKey, callingEntry(invite, target));
  }

  get #logKey(): string {
    return `${this.#options.callId}\n${this.#localTag}\ncalling`;
  }

  #compose(): SipRequest {
    this.#cseq += 1;
    const { from, routes, callId, fields } = this.#options;
    const parameters = new Map([...from.parameters, ['tag', this.#localTag]]);
    const entries: HeaderEntry[] = [
      ...(routes ?? []).map((route): HeaderEntry => ['Route', route]),
      ['Max-Forwards', '70'],
      ['From', formatNameAddr({ ...from, parameters })],
      ['To', formatNameAddr(nameAddr(parseUri(this.#options.uri)))],
      ['Call-ID', callId],
      ['CSeq', formatCSeq({ number: this.#cseq, method: 'INVITE' })],
      ['Contact', this.#contact],
      ['Allow', allowedMethods],
      ['Supported', supportedExtensions],
      ...sessionTimerFields(this.#intervalSeconds, this.#minSeconds()),
      ...(fields ?? []),
    ];
    const body = { contentType: sdpType, content: this.#offer };
    return createRequest('INVITE', formatUri(this.#uri), entries, body);
  }

  /** RFC 4028 §7.1: after a 422, the Min-SE that the peer requested. */
  #minSeconds(): number {
    return this.#intervalRaises > 0 ? this.#intervalSeconds : this.#core.sessionTimer.minSeconds;
  }

  #onProvisional(response: SipResponse, source: SipSource): void {
    if (this.#state !== 'calling' && this.#state !== 'proceeding') return;
    if (this.#state === 'calling') this.#proceed();
    this.#networkReason = networkReasonOf(response) ?? this.#networkReason;
    const earlyMedia = response.status > 100 && this.#onEarlyDialog(response, source);
    this.#options.handlers.onProvisional(response.status);
    if (response.status === 180 || (response.status === 183 && earlyMedia))
      this.#options.handlers.onRinging(earlyMedia);
  }

  /** Updates the dialog log, because the INVITE may have been sent over another transport than the first (§18.1.1). */
  #proceed(): void {
    const { request, target } = this.#invite;
    this.#enter('proceeding');
    if (request !== undefined && target !== undefined) this.#updateDialogLog(request, target);
  }

  /** Returns whether the response contained or confirmed a session description that is in use. */
  #onEarlyDialog(response: SipResponse, source: SipSource): boolean {
    const branch = toTagOf(response) === undefined ? undefined : this.#branchOf(response, source);
    if (branch === undefined) return false;
    const { session, reliable } = branch;
    session.learnCapabilities(response);
    const reliability = reliable.receive(response);
    if (reliability === 'repeated') return false;
    const text = sdpOf(response);
    const isInUse = this.#useEarlyAnswer(branch, text, source);
    if (isInUse && reliability === 'reliable' && text !== '') session.exchange.closeOffer();
    return isInUse;
  }

  /**
   * Applies the early media of the first branch that has it. The answers of other branches are stored until one of them
   * is answered.
   */
  #useEarlyAnswer(branch: Branch, text: string, source: SipSource): boolean {
    const { id } = branch.session.dialog;
    if (text !== '') branch.answer = text;
    const branchInUse = this.#answer?.branch ?? id;
    if (text === '' || branchInUse !== id) return this.#answer?.branch === id;
    return this.#applyAnswer(branch.session, text, source) === undefined;
  }

  /** Returns why the answer cannot be used; `undefined` if it is in use. */
  #applyAnswer(session: InviteSession, text: string, source: SipSource): SdpFault | undefined {
    const branch = session.dialog.id;
    if (this.#answer?.branch === branch && this.#answer.text === text) return undefined;
    const fault = this.#options.media.acceptAnswer(text, source.address);
    if (fault === undefined) this.#answer = { branch, text };
    return fault;
  }

  #branchOf(response: SipResponse, source: SipSource): Branch | undefined {
    const id = dialogIdOfResponse(response);
    const existing = this.#branches.get(id);
    if (existing !== undefined) return existing;
    if (this.#branches.size >= maxBranches && response.status < 200) return undefined;
    const session = new InviteSession(this.#core, {
      dialog: createCallerDialog(response, this.#contact),
      media: this.#options.media,
      authenticator: this.#authenticator,
      flow: source,
      isPeer: (address) => this.#isPeer(address),
      handlers: {
        onEnded: (end) => this.#onSessionEnded(session, end),
        onDigit: (digit) => this.#options.handlers.onDigit?.(digit),
      },
    });
    session.exchange.offer();
    const branch = { session, reliable: new ReliableReceiver(session), answer: undefined };
    this.#branches.set(id, branch);
    return branch;
  }

  #isPeer(address: string): boolean {
    return address === this.#options.target.address || this.#options.isPeer?.(address) === true;
  }

  #onOutcome(outcome: RequestOutcome): void {
    if (outcome.type === 'response') this.#onFinal(outcome.response, outcome.source);
    else if (this.#state === 'ended') this.#release();
    else this.#finish({ cause: outcome.type, fault: tlsFailureOf(outcome) });
  }

  #onFinal(response: SipResponse, source: SipSource): void {
    if (response.status < 300) this.#on2xx(response, source);
    else if (this.#state === 'ended') this.#release();
    else if (!this.#retry(response)) this.#finish(this.#rejectionOf(response));
  }

  /**
   * §13.2.2.4: the first 2xx establishes the call. A 2xx of another branch, or one that crossed our CANCEL, is
   * acknowledged and ended.
   */
  #on2xx(response: SipResponse, source: SipSource): void {
    const branch = this.#branchOf(response, source)!;
    const { session } = branch;
    if (session.isEnded || session === this.#session) {
      session.acknowledge(response, this.#credentials());
      this.#releaseCancelled(session);
      return;
    }
    session.confirm(response);
    session.acknowledge(response, this.#credentials());
    if (this.#state === 'calling' || this.#state === 'proceeding') this.#onAnswered(branch, response, source);
    else this.#endBranch(session);
  }

  #endBranch(session: InviteSession): void {
    session.bye();
    this.#releaseCancelled(session);
  }

  /** Releases a cancelled call after a 2xx that crossed the CANCEL. The branch of the 2xx may have ended before. */
  #releaseCancelled(session: InviteSession): void {
    if (this.#session !== undefined || this.#state !== 'ended') return;
    this.#abandonOthers(session);
    this.#cleanUp();
  }

  #onAnswered({ session, answer }: Branch, response: SipResponse, source: SipSource): void {
    this.#session = session;
    this.#core.dialogLog.remove(this.#logKey);
    // After an answer in a reliable response, the 2xx repeats the answer or has none (RFC 6337 §2.1). If a 2xx has no
    // answer, that of the early media is used.
    const hasOpenOffer = session.exchange.state === 'offered';
    const text = (hasOpenOffer && sdpOf(response)) || (answer ?? '');
    const fault = this.#applyAnswer(session, text, source);
    session.exchange.closeOffer();
    this.#enter('answered');
    this.#abandonOthers(session);
    if (fault === undefined) this.#options.handlers.onAnswered();
    else session.failNegotiation(fault);
  }

  /** §22.1: the ACK of a 2xx has the credentials of its INVITE. */
  #credentials(): HeaderEntry[] {
    const headers = this.#invite.request?.headers;
    return ['Authorization', 'Proxy-Authorization'].flatMap((name) =>
      (headers?.all(name) ?? []).map((value): HeaderEntry => [name, value]),
    );
  }

  #onSessionEnded(session: InviteSession, end: SessionEnd): void {
    if (session === this.#session) this.#finish(end);
    else if (this.#session !== undefined || this.#state === 'ended') return;
    else if (end.cause === 'remote-bye') this.#cancel([]);
    else if (end.cause === 'internal-error') this.#fail(new Error('a branch of the call failed'));
  }

  #retry(response: SipResponse): boolean {
    if (response.status === 422) return this.#raiseInterval(response);
    if (response.status === 301 || response.status === 302) return this.#followRedirection(response);
    return false;
  }

  #rejectionOf(response: SipResponse): InviteEnd {
    const { status, reason } = response;
    const networkReason = networkReasonOf(response) ?? this.#networkReason;
    return { cause: 'rejected', status, reason, networkReason, retryAfterSeconds: retryAfterOf(response) };
  }

  #raiseInterval(response: SipResponse): boolean {
    const raised = raisedInterval(response, this.#intervalSeconds);
    if (raised === undefined || this.#intervalRaises >= maxIntervalRaises) return false;
    this.#intervalRaises += 1;
    this.#intervalSeconds = raised;
    this.#invite = this.#send(this.#options.target);
    return true;
  }

  #followRedirection(response: SipResponse): boolean {
    const contacts = redirectContacts(response);
    if (this.#options.followRedirect === undefined || this.#redirects >= maxRedirects) return false;
    if (contacts.length === 0) return false;
    this.#redirects += 1;
    this.#tryContacts(response, contacts).catch((error: unknown) => this.#fail(error));
    return true;
  }

  /** §8.1.3.4: tries the Contacts in order. */
  async #tryContacts(response: SipResponse, contacts: readonly SipUri[]): Promise<void> {
    for (const contact of contacts) {
      const redirection = await this.#options.followRedirect?.(contact);
      if (this.#state === 'ended') return this.#release();
      if (redirection === undefined) continue;
      for (const { session } of this.#branches.values()) session.abandon();
      this.#branches.clear();
      this.#answer = undefined;
      this.#uri = redirection.uri;
      this.#invite = this.#send(redirection.target);
      return;
    }
    this.#finish(this.#rejectionOf(response));
  }

  #abandonOthers(winner: InviteSession): void {
    for (const [id, { session }] of this.#branches) {
      if (session === winner || session.isEnded) continue;
      session.abandon();
      this.#branches.delete(id);
    }
  }

  /**
   * Releases the call when no more messages are expected, for example after the final response to a cancelled INVITE.
   */
  #release(): void {
    for (const { session } of this.#branches.values()) session.abandon();
    this.#cleanUp();
  }

  #cleanUp(): void {
    this.#core.terminating.delete(this);
    this.#core.dialogLog.remove(this.#logKey);
  }

  /** `isTerminating`: a CANCEL follows, and the INVITE transaction continues. */
  #finish(end: InviteEnd, { isTerminating = false } = {}): void {
    this.#enter('ended');
    if (!isTerminating && end.cause !== 'internal-error') this.#release();
    this.#options.handlers.onEnded(end);
  }

  #enter(next: OutboundState): void {
    if (!(transitions[this.#state] as readonly string[]).includes(next))
      throw new Error(`a call that is ${this.#state} cannot become ${next}`);
    this.#state = next;
  }
}

/** Returns the SIP URIs of a redirection by preference (§20.10: `q`, default 1). */
function redirectContacts(response: SipResponse): SipUri[] {
  const preference = ({ parameters }: NameAddr) => Number(parameters.get('q') ?? 1);
  return contactsOf(response)
    .toSorted((one, other) => preference(other) - preference(one))
    .flatMap(({ uri }) => (isSipUri(uri) ? [uri] : []))
    .slice(0, maxContacts);
}
