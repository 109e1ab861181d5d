import type { Timer } from '../core/clock.ts';
import { createGuardedClock } from '../core/guarded-clock.ts';
import { Authenticator, type Account } from './authenticator.ts';
import { formatCSeq } from './cseq.ts';
import { newTag } from './dialog.ts';
import { contactsOf, expiresOf, minExpiresOf, retryAfterOf } from './header-fields.ts';
import { createRequest, type HeaderEntry, type SipRequest, type SipResponse } from './message.ts';
import { formatNameAddr, nameAddr, type NameAddr } from './name-addr.ts';
import { faultOf, isSuccess, SentRequest, statusOf, type Outcome } from './send-request.ts';
import type { SipTarget } from './transport/transport.ts';
import { formatUri, isSipUri, parseUri } from './uri.ts';
import { contactFor, type UserAgentCore } from './user-agent-core.ts';

export interface RegistrationOptions {
  /** The address of record, without a tag: who we are to the registrar. */
  readonly identity: NameAddr;
  /** The domain that keeps the registration, as a URI without a user. */
  readonly registrar: string;
  /** Where REGISTER goes; asked before each, so that DNS may change. Rejects where nothing is found. */
  locate(): Promise<SipTarget>;
  readonly routes?: readonly string[];
  readonly account?: Account | undefined;
  /** How long to ask for, 60 to 86,400 s; 3,600 where left out. */
  readonly expiresSeconds?: number;
  onChange?(state: RegistrationState, detail: string): void;
}

/** Which states may follow each state; drawn in docs/sip-session-states.md. `failed` tries again by itself. */
const followers = {
  registering: ['registered', 'failed', 'closed'],
  registered: ['registering', 'closed'],
  failed: ['registering', 'closed'],
  closed: [],
} as const satisfies Record<string, readonly string[]>;

export type RegistrationState = keyof typeof followers;

/** RFC 5626 §4.5: waits of 30 s, doubled with each failure, up to 30 min; a random share of half is taken off. */
const firstBackOffMs = 30_000;
const longestBackOffMs = 1_800_000;
const expiresSecondsMax = 86_400;

/** RFC 3261 §10.2: keeps one binding at a registrar alive, and takes it away at the end. */
export class Registration {
  readonly #core: UserAgentCore;
  readonly #options: RegistrationOptions;
  readonly #authenticator: Authenticator | undefined;
  readonly #callId: string;
  readonly #tag: string;
  #state: RegistrationState = 'registering';
  #cseq = 0;
  #expiresSeconds: number;
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

  /** Takes the binding away where there is one. Resolves when the registrar has answered, or did not. */
  close(): Promise<void> {
    if (this.#state === 'closed') return Promise.resolve();
    this.#timer?.cancel();
    this.#enter('closed', 'The registration was given up.');
    if (!this.#hasBinding) return Promise.resolve();
    return new Promise((resolve) => this.#send(0, () => resolve()));
  }

  /** A defect costs this attempt: the binding is asked for again later. */
  #recover(error: unknown): void {
    const { internalErrors } = this.#core;
    internalErrors.record('sip_transaction', error);
    if (this.#state === 'closed') return;
    internalErrors.guard('sip_transaction', () => {
      if (this.#state === 'registering') this.#enter('failed', 'An internal error occurred.');
      this.#again(firstBackOffMs);
    })();
  }

  #register(): void {
    this.#send(this.#expiresSeconds, (outcome) => this.#onOutcome(outcome));
  }

  #send(expiresSeconds: number, done: (outcome: Outcome) => void): void {
    const fail = (error: Error) => done({ type: 'transport-error', error });
    this.#options
      .locate()
      .then((target) => this.#sendTo(target, expiresSeconds, done), fail)
      .catch((error: unknown) => this.#recover(error));
  }

  #sendTo(target: SipTarget, expiresSeconds: number, done: (outcome: Outcome) => void): void {
    this.#contact = contactFor(this.#core, target.protocol, target.address);
    const request = new SentRequest(this.#core, {
      compose: () => this.#compose(expiresSeconds),
      hop: target,
      authenticator: this.#authenticator,
      onOutcome: done,
    });
    void request;
  }

  /** §10.2: the same Call-ID for all, each with a higher CSeq. */
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

  #onOutcome(outcome: Outcome): void {
    if (this.#state === 'closed') return;
    if (isSuccess(outcome)) this.#onRegistered(outcome.response);
    else if (!this.#raiseExpires(outcome)) this.#onFailed(outcome);
  }

  #onRegistered(response: SipResponse): void {
    this.#failures = 0;
    this.#hasBinding = true;
    const grantedSeconds = this.#grantedSeconds(response);
    this.#enter('registered', `Registered for ${grantedSeconds} s.`);
    // Early enough for one more try, spread so that many trunks do not refresh together.
    const share = 0.8 + 0.1 * this.#core.random.fraction();
    this.#again(grantedSeconds * 1000 * share);
  }

  /** §10.2.4: the registrar decides, in our Contact's own parameter or for all in Expires. */
  #grantedSeconds(response: SipResponse): number {
    const ours = parseUri(this.#contact.slice(1, -1));
    const own = contactsOf(response).find(
      ({ uri }) => isSipUri(uri) && isSipUri(ours) && uri.host === ours.host && uri.port === ours.port,
    );
    const text = own?.parameters.get('expires') ?? '';
    const granted = /^\d{1,9}$/.test(text) ? Number(text) : (expiresOf(response) ?? this.#expiresSeconds);
    return Math.min(Math.max(granted, 10), expiresSecondsMax);
  }

  /** §10.2.8: a 423 tells the shortest time that the registrar takes. */
  #raiseExpires(outcome: Outcome): boolean {
    if (outcome.type !== 'response' || outcome.response.status !== 423) return false;
    const minimum = minExpiresOf(outcome.response) ?? 0;
    if (minimum <= this.#expiresSeconds || minimum > expiresSecondsMax) return false;
    this.#expiresSeconds = minimum;
    this.#register();
    return true;
  }

  #onFailed(outcome: Outcome): void {
    const longestMs = Math.min(firstBackOffMs * 2 ** this.#failures, longestBackOffMs);
    this.#failures = Math.min(this.#failures + 1, 10);
    const askedMs = outcome.type === 'response' ? (retryAfterOf(outcome.response) ?? 0) * 1000 : 0;
    const waitMs = Math.max(longestMs * (0.5 + 0.5 * this.#core.random.fraction()), askedMs);
    const fault = faultOf(outcome);
    const detail = fault === undefined ? `answered ${statusOf(outcome)}` : `cannot be reached: ${fault}`;
    this.#enter('failed', `The registrar ${detail}.`);
    this.#again(Math.min(waitMs, longestBackOffMs));
  }

  #again(delayMs: number): void {
    this.#timer = this.#core.clock.after(delayMs, () => {
      this.#enter('registering', 'Registering.');
      this.#register();
    });
  }

  #enter(next: RegistrationState, detail: string): void {
    if (!(followers[this.#state] as readonly string[]).includes(next))
      throw new Error(`a registration that is ${this.#state} cannot become ${next}`);
    this.#state = next;
    this.#options.onChange?.(next, detail);
  }
}

/** The registrar's URI of a host (§10.2: no user part). */
export function registrarUri(host: string, port?: number): string {
  return formatUri(parseUri(port === undefined ? `sip:${host}` : `sip:${host}:${port}`));
}
