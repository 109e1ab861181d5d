import { createGuardedClock } from '../core/guarded-clock.ts';
import { Authenticator, type Account } from './authenticator.ts';
import { traceOfCalling } from './call-trace.ts';
import { formatCSeq } from './cseq.ts';
import { dialogIdOfResponse, dialogOfCaller, newTag } from './dialog.ts';
import { reason } from './dialog-response.ts';
import { contactsOf, retryAfterOf, toTagOf } from './header-fields.ts';
import type { InfoDigit } from './info-digits.ts';
import { InviteSession, type SessionEnd } from './invite-session.ts';
import { createRequest, type HeaderEntry, type SipRequest, type SipResponse } from './message.ts';
import { sdpOf } from './message-body.ts';
import { formatNameAddr, nameAddr, type NameAddr } from './name-addr.ts';
import { networkReasonOf, type NetworkReason } from './reason.ts';
import { ReliableReceiver } from './reliable-receiver.ts';
import { faultOf, SentRequest, type Outcome } from './send-request.ts';
import { sdpType, type SessionMedia } from './session-media.ts';
import { raisedInterval, sessionTimerFields } from './session-timer.ts';
import type { SipSource, SipTarget } from './transport/transport.ts';
import { formatUri, isSipUri, parseUri, type SipUri, type Uri } from './uri.ts';
import { allow, contactFor, supported, type UserAgentCore } from './user-agent-core.ts';

/**
 * How a call of ours ended. Besides the ends of a session: `refused` with the status, `timeout` without any final answer,
 * `transport-error` when the request could not be delivered, `cancelled` by ourselves before it was answered, `internal-error`
 * when a defect of ours ended it.
 */
export interface InviteEnd {
  readonly why: SessionEnd['why'] | 'refused' | 'timeout' | 'transport-error' | 'cancelled';
  /** The SIP status of a refusal. */
  readonly status?: number;
  /** The reason phrase of a refusal. */
  readonly reason?: string | undefined;
  /** The Reason header field of a refusal, or of a provisional response before it; of a BYE or CANCEL. */
  readonly networkReason?: NetworkReason | undefined;
  /** What is wrong with the TLS connection, after "could not be reached: ". */
  readonly fault?: string | undefined;
  /** How long whoever refused wants to be left alone (RFC 3261 §20.33). */
  readonly retryAfterSeconds?: number | undefined;
}

export interface OutboundHandlers {
  /** Every provisional response, 100 included. */
  onProvisional(status: number): void;
  /** 180, or 183 with a session description. May come again. */
  onRinging(earlyMedia: boolean): void;
  onAnswered(): void;
  /** Exactly once. */
  onEnded(end: InviteEnd): void;
  onDigit?(digit: InfoDigit): void;
}

export interface InviteOptions {
  /** The Request-URI. */
  readonly uri: string;
  /** Where the INVITE goes; found from the URI by whoever knows the trunk. */
  readonly target: SipTarget;
  /** Route header fields set beforehand (RFC 3261 §8.1.2), such as an outbound proxy's. */
  readonly routes?: readonly string[];
  readonly callId: string;
  /** Without a tag. */
  readonly from: NameAddr;
  readonly fields?: readonly HeaderEntry[];
  readonly account?: Account | undefined;
  readonly media: SessionMedia;
  /**
   * Where a 301 or 302 with this Contact is followed to; undefined where it is not, and it is a refusal. Without this function no
   * redirection is followed.
   */
  readonly followRedirect?: (
    contact: SipUri,
  ) => Promise<{ readonly uri: SipUri; readonly target: SipTarget } | undefined>;
  /** Whether requests of the call are accepted from this address, besides those that its responses came from. */
  readonly isPeer?: (address: string) => boolean;
  readonly handlers: OutboundHandlers;
}

/** One dialog of the fork, and the answer to our offer that it brought. */
interface Branch {
  readonly session: InviteSession;
  readonly reliable: ReliableReceiver;
  answer: string | undefined;
}

/** Which states may follow each state; drawn in docs/sip-session-states.md. */
const followers = {
  calling: ['proceeding', 'answered', 'ended'],
  proceeding: ['answered', 'ended'],
  answered: ['ended'],
  ended: [],
} as const satisfies Record<string, readonly string[]>;

type OutboundState = keyof typeof followers;

const branchesMax = 16;
const intervalRaisesMax = 2;
/** Redirections of one call, and Contacts of one redirection that are tried. */
const redirectsMax = 3;
const contactsMax = 4;

/** A call of ours: RFC 3261 §13.2 with forking, CANCEL (§9.1) and its races, RFC 3262, and 422 of RFC 4028. */
export class OutboundInvite {
  readonly #core: UserAgentCore;
  readonly #options: InviteOptions;
  readonly #localTag: string;
  readonly #contact: string;
  readonly #authenticator: Authenticator | undefined;
  /** The dialogs of the fork by name, early and confirmed. */
  readonly #branches = new Map<string, Branch>();
  #state: OutboundState = 'calling';
  #sent: SentRequest;
  #uri: Uri;
  #cseq = 0;
  #intervalSeconds: number;
  #intervalRaises = 0;
  #redirects = 0;
  readonly #offer: string;
  #session: InviteSession | undefined;
  /** Of the provisional responses: an announcement of the network that precedes its refusal (RFC 6432). */
  #networkReason: NetworkReason | undefined;
  /** Whose answer is in use, and its text. */
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
    this.#sent = this.#send(options.target);
  }

  /** Ends the call in whatever state it is: CANCEL before it was answered, BYE after. `onEnded` comes at once. */
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
    this.#core.unfinished.add(this);
    this.#finish({ why: 'cancelled' });
    this.#sent.cancel(fields);
  }

  #send(hop: SipTarget | Uri): SentRequest {
    return new SentRequest(this.#core, {
      compose: () => this.#compose(),
      hop,
      authenticator: this.#authenticator,
      // A process that is killed after the INVITE was sent leaves its trace.
      beforeSend: (request, target) => {
        this.#keepTrace(request, target);
        return this.#core.traces.written?.(this.#traceKey);
      },
      onProvisional: (response, source) => this.#attempt(() => this.#onProvisional(response, source)),
      onOutcome: (outcome) => this.#attempt(() => this.#onOutcome(outcome)),
    });
  }

  #attempt(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** A defect ends this call alone: BYE once answered, else CANCEL. Never throws. */
  #fail(error: unknown): void {
    const { internalErrors } = this.#core;
    if (this.#state === 'answered' && this.#session !== undefined) return this.#session.fail(error);
    internalErrors.record('leg', error);
    if (this.#state === 'ended') return;
    internalErrors.guard('leg', () => {
      this.#core.unfinished.add(this);
      this.#finish({ why: 'internal-error' });
    })();
    internalErrors.guard('leg', () => this.#sent.cancel([reason(500, 'Internal error')]))();
    for (const { session } of this.#branches.values()) if (session.isSettled) session.bye();
  }

  #keepTrace(invite: SipRequest, target: SipTarget): void {
    this.#core.traces.keep(this.#traceKey, traceOfCalling(invite, target));
  }

  get #traceKey(): string {
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
      ['Allow', allow],
      ['Supported', supported],
      ...sessionTimerFields(this.#intervalSeconds, this.#minSeconds()),
      ...(fields ?? []),
    ];
    const body = { contentType: sdpType, content: this.#offer };
    return createRequest('INVITE', formatUri(this.#uri), entries, body);
  }

  /** RFC 4028 §7.1: after a 422 the Min-SE of the one who asked for more. */
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

  /** It may have gone another way than it set out on (§18.1.1). */
  #proceed(): void {
    const { request, target } = this.#sent;
    this.#enter('proceeding');
    if (request !== undefined && target !== undefined) this.#keepTrace(request, target);
  }

  /** Whether the response brought or confirmed a session description that is in use. */
  #onEarlyDialog(response: SipResponse, source: SipSource): boolean {
    const branch = toTagOf(response) === undefined ? undefined : this.#branchOf(response, source);
    if (branch === undefined) return false;
    const { session, reliable } = branch;
    session.learn(response);
    const verdict = reliable.receive(response);
    if (verdict === 'repeated') return false;
    const text = sdpOf(response);
    const used = this.#useEarlyAnswer(branch, text, source);
    if (used && verdict === 'reliable' && text !== '') session.exchange.settle();
    return used;
  }

  /** Early media of the branch that brought it first; the answers of the others are kept until one of them is answered. */
  #useEarlyAnswer(branch: Branch, text: string, source: SipSource): boolean {
    const { id } = branch.session.dialog;
    if (text !== '') branch.answer = text;
    const inUse = this.#answer?.branch ?? id;
    if (text === '' || inUse !== id) return this.#answer?.branch === id;
    return this.#takeAnswer(branch.session, text, source);
  }

  #takeAnswer(session: InviteSession, text: string, source: SipSource): boolean {
    const branch = session.dialog.id;
    if (this.#answer?.branch === branch && this.#answer.text === text) return true;
    if (!this.#options.media.acceptAnswer(text, source.address)) return false;
    this.#answer = { branch, text };
    return true;
  }

  #branchOf(response: SipResponse, source: SipSource): Branch | undefined {
    const id = dialogIdOfResponse(response);
    const known = this.#branches.get(id);
    if (known !== undefined) return known;
    if (this.#branches.size >= branchesMax && response.status < 200) return undefined;
    const session = new InviteSession(this.#core, {
      dialog: dialogOfCaller(response, this.#contact),
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

  #onOutcome(outcome: Outcome): void {
    if (outcome.type === 'response') this.#onFinal(outcome.response, outcome.source);
    else if (this.#state === 'ended') this.#forget();
    else this.#finish({ why: outcome.type, fault: faultOf(outcome) });
  }

  #onFinal(response: SipResponse, source: SipSource): void {
    if (response.status < 300) this.#on2xx(response, source);
    else if (this.#state === 'ended') this.#forget();
    else if (!this.#tryAgain(response)) this.#finish(this.#refusalOf(response));
  }

  /** §13.2.2.4: the first 2xx is the call; one of another branch, or one that crossed our CANCEL, is acknowledged and ended. */
  #on2xx(response: SipResponse, source: SipSource): void {
    const branch = this.#branchOf(response, source)!;
    const { session } = branch;
    if (session.isEnded || session === this.#session) {
      session.acknowledge(response, this.#credentials());
      this.#settleCancelled(session);
      return;
    }
    session.confirm(response);
    session.acknowledge(response, this.#credentials());
    if (this.#state === 'calling' || this.#state === 'proceeding') this.#answered(branch, response, source);
    else this.#endBranch(session);
  }

  #endBranch(session: InviteSession): void {
    session.bye();
    this.#settleCancelled(session);
  }

  /** A 2xx has crossed our CANCEL, perhaps of a branch that had said BYE before it: nothing more is to come. */
  #settleCancelled(session: InviteSession): void {
    if (this.#session !== undefined || this.#state !== 'ended') return;
    this.#abandonOthers(session);
    this.#letGo();
  }

  #answered({ session, answer }: Branch, response: SipResponse, source: SipSource): void {
    this.#session = session;
    this.#core.traces.forget(this.#traceKey);
    // After a reliable answer the 2xx repeats it or is empty (RFC 6337 §2.1); without one, early media stands for a missing answer.
    const isOpen = session.exchange.state === 'offered';
    const text = (isOpen && sdpOf(response)) || answer;
    const agreed = text !== undefined && this.#takeAnswer(session, text, source);
    session.exchange.settle();
    this.#enter('answered');
    this.#abandonOthers(session);
    if (agreed) this.#options.handlers.onAnswered();
    else session.disagree();
  }

  /** §22.1: the ACK of a 2xx carries the credentials of its INVITE. */
  #credentials(): HeaderEntry[] {
    const headers = this.#sent.request?.headers;
    return ['Authorization', 'Proxy-Authorization'].flatMap((name) =>
      (headers?.all(name) ?? []).map((value): HeaderEntry => [name, value]),
    );
  }

  #onSessionEnded(session: InviteSession, end: SessionEnd): void {
    if (session === this.#session) this.#finish(end);
    else if (this.#session !== undefined || this.#state === 'ended') return;
    else if (end.why === 'far-bye') this.#cancel([]);
    else if (end.why === 'internal-error') this.#fail(new Error('a branch of the call failed'));
  }

  #tryAgain(response: SipResponse): boolean {
    if (response.status === 422) return this.#raiseInterval(response);
    if (response.status === 301 || response.status === 302) return this.#follow(response);
    return false;
  }

  #refusalOf(response: SipResponse): InviteEnd {
    const { status, reason } = response;
    const networkReason = networkReasonOf(response) ?? this.#networkReason;
    return { why: 'refused', status, reason, networkReason, retryAfterSeconds: retryAfterOf(response) };
  }

  #raiseInterval(response: SipResponse): boolean {
    const raised = raisedInterval(response, this.#intervalSeconds);
    if (raised === undefined || this.#intervalRaises >= intervalRaisesMax) return false;
    this.#intervalRaises += 1;
    this.#intervalSeconds = raised;
    this.#sent = this.#send(this.#options.target);
    return true;
  }

  #follow(response: SipResponse): boolean {
    const contacts = redirectContacts(response);
    if (this.#options.followRedirect === undefined || this.#redirects >= redirectsMax) return false;
    if (contacts.length === 0) return false;
    this.#redirects += 1;
    this.#redirect(response, contacts).catch((error: unknown) => this.#fail(error));
    return true;
  }

  /** §8.1.3.4, with the Contacts one after the other. */
  async #redirect(response: SipResponse, contacts: readonly SipUri[]): Promise<void> {
    for (const contact of contacts) {
      const redirection = await this.#options.followRedirect?.(contact);
      if (this.#state === 'ended') return this.#forget();
      if (redirection === undefined) continue;
      for (const { session } of this.#branches.values()) session.abandon();
      this.#branches.clear();
      this.#answer = undefined;
      this.#uri = redirection.uri;
      this.#sent = this.#send(redirection.target);
      return;
    }
    this.#finish(this.#refusalOf(response));
  }

  #abandonOthers(winner: InviteSession): void {
    for (const [id, { session }] of this.#branches) {
      if (session === winner || session.isEnded) continue;
      session.abandon();
      this.#branches.delete(id);
    }
  }

  /** The INVITE's own transaction is over: nothing of a cancelled call is left to wait for. */
  #forget(): void {
    for (const { session } of this.#branches.values()) session.abandon();
    this.#letGo();
  }

  #letGo(): void {
    this.#core.unfinished.delete(this);
    this.#core.traces.forget(this.#traceKey);
  }

  #finish(end: InviteEnd): void {
    this.#enter('ended');
    // After a CANCEL the transaction of the INVITE goes on.
    if (end.why !== 'cancelled' && end.why !== 'internal-error') this.#forget();
    this.#options.handlers.onEnded(end);
  }

  #enter(next: OutboundState): void {
    if (!(followers[this.#state] as readonly string[]).includes(next))
      throw new Error(`a call that is ${this.#state} cannot become ${next}`);
    this.#state = next;
  }
}

/** The SIP URIs of a redirection by their preference (§20.10: `q`, 1 where it is not given). */
function redirectContacts(response: SipResponse): SipUri[] {
  const preference = ({ parameters }: NameAddr) => Number(parameters.get('q') ?? 1);
  return contactsOf(response)
    .toSorted((one, other) => preference(other) - preference(one))
    .flatMap(({ uri }) => (isSipUri(uri) ? [uri] : []))
    .slice(0, contactsMax);
}
