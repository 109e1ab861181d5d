import type { Timer } from '../core/clock.ts';
import { createGuardedClock } from '../core/guarded-clock.ts';
import { Authenticator, type Account } from './authenticator.ts';
import { formatCSeq } from './cseq.ts';
import { newTag } from './dialog.ts';
import { contactsOf, expiresOf, minExpiresOf, retryAfterOf } from './header-fields.ts';
import { createRequest, type HeaderEntry, type SipRequest, type SipResponse } from './message.ts';
import { formatNameAddr, nameAddr, type NameAddr } from './name-addr.ts';
import {
  tlsFailureOf,
  isSuccess,
  OutgoingRequest,
  statusOf,
  type RequestOutcome,
} from './outgoing-request.ts';
import type { SipTarget } from './transport/transport.ts';
import { formatUri, isSipUri, parseUri, type SipUri } from './uri.ts';
import { contactFor, type UserAgentCore } from './user-agent-core.ts';

export interface RegistrationOptions {
  /** The local address of record, without a tag. */
  readonly identity: NameAddr;
  /** The registrar's domain, as a URI without a user. */
  readonly registrar: string;
  /**
   * Resolves the targets, best first; called before each REGISTER, because DNS can change. A target that does not respond
   * or sends 503 is followed by the next (RFC 3263 §4.3). Rejects if nothing is found.
   */
  locate(): Promise<readonly SipTarget[]>;
  /** Called for a target that did not respond or sent 503, with its Retry-After. */
  onTargetFailed?(target: SipTarget, retryAfterMs: number | undefined): void;
  readonly routes?: readonly string[];
  readonly account?: Account | undefined;
  /** Requested lifetime, 60 to 86,400 s; default 3,600. */
  readonly expiresSeconds?: number;
  onChange?(state: RegistrationState, detail: string): void;
}

/** The valid state transitions, shown in docs/sip-session-states.md. `failed` is retried automatically. */
const transitions = {
  registering: ['registered', 'failed', 'closed'],
  registered: ['registering', 'closed'],
  failed: ['registering', 'closed'],
  closed: [],
} as const satisfies Record<string, readonly string[]>;

export type RegistrationState = keyof typeof transitions;

/** RFC 5626 §4.5: delays of 30 s, doubled with each failure, up to 30 min, reduced by a random share of up to half. */
const initialBackOffMs = 30_000;
const maxBackOffMs = 1_800_000;
const maxExpiresSeconds = 86_400;
/** A shorter lifetime would cause a request every few seconds. */
const minExpiresSeconds = 10;
/** Maximum number of targets that are tried per REGISTER. */
const maxTargets = 4;
/** The longest wait for a response of a target if another one can be tried; otherwise that of the transaction, 32 s. */
const maxFailoverResponseMs = 5_000;
/** Maximum number of 423 in a row that are answered with a longer lifetime. */
const maxExpiresRaises = 2;

/** RFC 3261 §10.2: keeps one binding at a registrar alive, and removes it on close. */
export class Registration {
  readonly #core: UserAgentCore;
  readonly #options: RegistrationOptions;
  readonly #authenticator: Authenticator | undefined;
  readonly #callId: string;
  readonly #tag: string;
  #state: RegistrationState = 'registering';
  #cseq = 0;
  #expiresSeconds: number;
  #expiresRaises = 0;
  #failures = 0;
  #timer: Timer | undefined;
  #contact = '';
  #hasBinding = false;

  constructor(core: UserAgentCore, options: RegistrationOptions) {
    this.#core = { ...core, clock: createGuardedClock(core.clock, (error) => this.#recover(error)) };
    this.#options = options;
    this.#authenticator = options.account && new Authenticator(options.account, core.random);
    this.#callId = newTag(core.random);
    this.#tag = newTag(core.random);
    this.#expiresSeconds = options.expiresSeconds ?? 3600;
    this.#register();
  }

  get state(): RegistrationState {
    return this.#state;
  }

  /** Removes the binding, if any. Resolves when the registrar has responded or the request has failed. */
  close(): Promise<void> {
    if (this.#state === 'closed') return Promise.resolve();
    this.#timer?.cancel();
    this.#enter('closed', 'The registration was closed.');
    if (!this.#hasBinding) return Promise.resolve();
    return new Promise((resolve) => this.#send(0, () => resolve()));
  }

  /** Recovers from a defect: the registration is retried later. */
  #recover(error: unknown): void {
    const { internalErrors } = this.#core;
    internalErrors.record('sip_transaction', error);
    if (this.#state === 'closed') return;
    internalErrors.guard('sip_transaction', () => {
      if (this.#state === 'registering') this.#enter('failed', 'An internal error occurred.');
      this.#scheduleRegister(initialBackOffMs);
    })();
  }

  #register(): void {
    this.#send(this.#expiresSeconds, (outcome) => this.#onOutcome(outcome));
  }

  #send(expiresSeconds: number, done: (outcome: RequestOutcome) => void): void {
    const fail = (error: Error) => done({ type: 'transport-error', error });
    this.#options
      .locate()
      .then((targets) => this.#sendToFirst(targets.slice(0, maxTargets), expiresSeconds, done), fail)
      .catch((error: unknown) => this.#recover(error));
  }

  /** Sends to the first target, and to the next ones if it fails. Targets before the last have less time to respond. */
  #sendToFirst(
    [target, ...others]: readonly SipTarget[],
    expiresSeconds: number,
    done: (outcome: RequestOutcome) => void,
  ): void {
    if (target === undefined) {
      done({ type: 'transport-error', error: new Error('the registrar has no address') });
      return;
    }
    let isConcluded = false;
    const conclude = (outcome: RequestOutcome) => {
      if (isConcluded) return;
      isConcluded = true;
      failover?.cancel();
      if (isUnavailable(outcome)) this.#options.onTargetFailed?.(target, retryAfterMsOf(outcome));
      const isClosedNow = this.#state === 'closed' && expiresSeconds > 0;
      if (isUnavailable(outcome) && others.length > 0 && !isClosedNow)
        this.#sendToFirst(others, expiresSeconds, done);
      else done(outcome);
    };
    const failover =
      others.length === 0
        ? undefined
        : this.#core.clock.after(maxFailoverResponseMs, () => conclude({ type: 'timeout' }));
    this.#contact = contactFor(this.#core, target.protocol, target.address);
    const request = new OutgoingRequest(this.#core, {
      compose: () => this.#compose(expiresSeconds),
      hop: target,
      authenticator: this.#authenticator,
      onOutcome: conclude,
    });
    void request;
  }

  /** §10.2: all requests have the same Call-ID and an increasing CSeq. */
  #compose(expiresSeconds: number): SipRequest {
    this.#cseq += 1;
    const { identity, registrar, routes } = this.#options;
    const fields: HeaderEntry[] = [
      ...(routes ?? []).map((route): HeaderEntry => ['Route', route]),
      ['Max-Forwards', '70'],
      ['From', formatNameAddr(nameAddr(identity.uri, { parameters: [['tag', this.#tag]] }))],
      ['To', formatNameAddr(nameAddr(identity.uri))],
      ['Call-ID', this.#callId],
      ['CSeq', formatCSeq({ number: this.#cseq, method: 'REGISTER' })],
      ['Contact', this.#contact],
      ['Expires', String(expiresSeconds)],
    ];
    return createRequest('REGISTER', registrar, fields);
  }

  #onOutcome(outcome: RequestOutcome): void {
    if (this.#state === 'closed') return;
    if (isSuccess(outcome)) this.#onRegistered(outcome.response);
    else if (!this.#raiseExpires(outcome)) this.#onFailed(outcome);
  }

  #onRegistered(response: SipResponse): void {
    this.#failures = 0;
    this.#hasBinding = true;
    const grantedSeconds = this.#grantedSeconds(response);
    this.#enter('registered', `Registered for ${grantedSeconds} s.`);
    // The refresh is early enough for one retry, and randomised so that many trunks do not refresh simultaneously.
    const share = 0.8 + 0.1 * this.#core.random.fraction();
    this.#scheduleRegister(grantedSeconds * 1000 * share);
  }

  /** Returns the granted lifetime (§10.2.4): `expires` of our Contact, otherwise Expires. Limited to 10 s to one day. */
  #grantedSeconds(response: SipResponse): number {
    const granted = this.#contactSeconds(response) ?? expiresOf(response) ?? this.#expiresSeconds;
    return Math.min(Math.max(granted, minExpiresSeconds), maxExpiresSeconds);
  }

  /**
   * Returns `expires` of our Contact. A registrar that rewrites Contacts, as behind a NAT, returns one that we do not
   * recognise. It is one of the returned Contacts, so that the shortest lifetime of all is safe.
   */
  #contactSeconds(response: SipResponse): number | undefined {
    const contacts = contactsOf(response);
    const own = parseUri(this.#contact.slice(1, -1));
    const ownContacts = contacts.filter(({ uri }) => isSipUri(uri) && isSipUri(own) && isSameHost(uri, own));
    const lifetimes = (ownContacts.length > 0 ? ownContacts : contacts)
      .map(({ parameters }) => parameters.get('expires') ?? '')
      .filter((text) => /^\d{1,9}$/.test(text))
      .map(Number);
    return lifetimes.length === 0 ? undefined : Math.min(...lifetimes);
  }

  /** Registers again with the minimum lifetime in a 423 (§10.2.8). Returns false if the outcome is no usable 423. */
  #raiseExpires(outcome: RequestOutcome): boolean {
    if (outcome.type !== 'response' || outcome.response.status !== 423) return false;
    const minimum = minExpiresOf(outcome.response) ?? 0;
    if (minimum <= this.#expiresSeconds || minimum > maxExpiresSeconds) return false;
    if (this.#expiresRaises >= maxExpiresRaises) return false;
    this.#expiresRaises += 1;
    this.#expiresSeconds = minimum;
    this.#register();
    return true;
  }

  #onFailed(outcome: RequestOutcome): void {
    const backOffMs = Math.min(initialBackOffMs * 2 ** this.#failures, maxBackOffMs);
    this.#failures = Math.min(this.#failures + 1, 10);
    const retryAfterMs = retryAfterMsOf(outcome) ?? 0;
    const waitMs = Math.max(backOffMs * (0.5 + 0.5 * this.#core.random.fraction()), retryAfterMs);
    const fault = tlsFailureOf(outcome);
    const detail = fault === undefined ? `answered ${statusOf(outcome)}` : `cannot be reached: ${fault}`;
    this.#enter('failed', `The registrar ${detail}.`);
    this.#scheduleRegister(Math.min(waitMs, maxBackOffMs));
  }

  #scheduleRegister(delayMs: number): void {
    this.#timer = this.#core.clock.after(delayMs, () => {
      this.#enter('registering', 'Registering.');
      this.#expiresRaises = 0;
      this.#register();
    });
  }

  #enter(next: RegistrationState, detail: string): void {
    if (!(transitions[this.#state] as readonly string[]).includes(next))
      throw new Error(`a registration that is ${this.#state} cannot become ${next}`);
    this.#state = next;
    this.#options.onChange?.(next, detail);
  }
}

/** Returns the URI of the registrar at a host (§10.2: no user part). */
export function registrarUri(host: string, port?: number): string {
  return formatUri(parseUri(port === undefined ? `sip:${host}` : `sip:${host}:${port}`));
}

/** Compares host and port; the default port can be omitted. */
function isSameHost(one: SipUri, other: SipUri): boolean {
  const portOf = ({ port, parameters, scheme }: SipUri) =>
    port ?? (scheme === 'sips' || parameters.get('transport')?.toLowerCase() === 'tls' ? 5061 : 5060);
  return one.host.toLowerCase() === other.host.toLowerCase() && portOf(one) === portOf(other);
}

function isUnavailable(outcome: RequestOutcome): boolean {
  return outcome.type !== 'response' || outcome.response.status === 503;
}

function retryAfterMsOf(outcome: RequestOutcome): number | undefined {
  const seconds = outcome.type === 'response' ? retryAfterOf(outcome.response) : undefined;
  return seconds === undefined ? undefined : seconds * 1000;
}
