import type { Clock } from '../core/clock.ts';
import { InternalErrorLog, type InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Random } from '../core/random.ts';
import { endAbandoned, endUnclaimed } from './abandoned-call.ts';
import type { Account } from './authenticator.ts';
import { noTraces, type CallTrace, type CallTraces } from './call-trace.ts';
import { formatCSeq } from './cseq.ts';
import { dialogIdOfRequest, dialogIdOfResponse, newTag } from './dialog.ts';
import { callIdOf, cseqOf, fromTagOf, requestUriOf, toTagOf } from './header-fields.ts';
import { OutboundInvite, type InviteOptions } from './invite-client.ts';
import { findInviteFault, InboundInvite } from './invite-server.ts';
import { InviteSession } from './invite-session.ts';
import { acceptedTypes } from './message-body.ts';
import {
  createRequest,
  createResponse,
  type HeaderEntry,
  type SipRequest,
  type SipResponse,
} from './message.ts';
import { Registration, type RegistrationOptions } from './registration.ts';
import { defaultRetransmissionTimes, type RetransmissionTimes } from './repeated-response.ts';
import { faultOf, SentRequest, statusOf, type Outcome } from './send-request.ts';
import { defaultSessionTimer, type SessionTimerSettings } from './session-timer.ts';
import type { ServerTransaction, SipTransactionLayer } from './transaction-layer.ts';
import type { SipSource, SipTarget } from './transport/transport.ts';
import { isTelUri } from './tel-uri.ts';
import { isSipUri } from './uri.ts';
import {
  allow,
  contactFor,
  localHost,
  supported,
  type DialogOwner,
  type Locate,
  type UserAgentCore,
} from './user-agent-core.ts';

export interface UserAgentOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly layer: SipTransactionLayer;
  readonly logger: Logger;
  /** Counts defects; a log of the user agent alone by default. */
  readonly internalErrors?: InternalErrors | undefined;
  /** For next hops that are names. */
  readonly locate: Locate;
  /** How we are named to a peer at this address, where that differs from what the transport is bound to. */
  readonly addressFor?: (peer: string) => string;
  readonly times?: RetransmissionTimes;
  readonly sessionTimer?: SessionTimerSettings;
  /** Whether requests from this source are handled; false drops them without an answer, unless the source is the peer of their dialog. */
  readonly admit?: (source: SipSource) => boolean;
  /** Where calls leave what ends them after a crash; nowhere where left out. */
  readonly traces?: CallTraces | undefined;
}

/** What an OPTIONS told of a peer (RFC 3261 §11). Any answer shows that it is there. */
export interface OptionsResult {
  readonly answered: boolean;
  /** 408 for none in time, 503 where it could not be sent. */
  readonly status: number;
  readonly roundTripMs: number;
  /** What is wrong with the TLS connection. */
  readonly fault: string | undefined;
}

export interface UserAgent {
  /** Calls. Throws SipParseError for a Request-URI that is none. */
  invite(options: InviteOptions): OutboundInvite;
  /** One handler. It accepts or rejects the call before it returns, else the caller is told 480. */
  onInvite(handler: (invite: InboundInvite) => void): void;
  register(options: RegistrationOptions): Registration;
  /** Asks a peer whether it is there. */
  options(uri: string, target: SipTarget): Promise<OptionsResult>;
  /**
   * Ends the call that a process which is gone left behind, and forgets its trace when nothing more is to come. `account` is for the
   * challenges of whoever is told.
   */
  endAbandoned(key: string, trace: CallTrace, account: Account | undefined): void;
  /** How many calls to us there are, how many dialogs, and how many calls are still being ended after their owner let go. */
  readonly counts: { readonly calls: number; readonly dialogs: number; readonly ending: number };
  /** How many requests had the tags of a dialog and came from an address that is not the peer's. */
  readonly foreignRequests: number;
  /** Ends what is left: registrations, then waits up to `graceMs` (2,000 where left out) for calls that are being ended. Closes the layer. */
  close(graceMs?: number): Promise<void>;
}

export function createUserAgent(options: UserAgentOptions): UserAgent {
  return new RunningUserAgent(options);
}

/** With this many calls being ended, a 2xx that nobody waits for is left to its sender's own time-out. */
const endingMax = 1000;

class RunningUserAgent implements UserAgent {
  readonly #core: UserAgentCore;
  readonly #admit: UserAgentOptions['admit'];
  readonly #registrations = new Set<Registration>();
  /** Calls to us by Call-ID, From tag and CSeq, until they end: the same by another way is a merged request (§8.2.2.2). */
  readonly #invites = new Map<string, InboundInvite>();
  #onInvite: ((invite: InboundInvite) => void) | undefined;
  #foreignRequests = 0;
  /** Dialogs whose first foreign request was logged; later ones are only counted. */
  readonly #reportedOwners = new WeakSet<DialogOwner>();

  constructor(options: UserAgentOptions) {
    this.#admit = options.admit;
    this.#core = {
      clock: options.clock,
      random: options.random,
      layer: options.layer,
      logger: options.logger,
      internalErrors: options.internalErrors ?? new InternalErrorLog(options),
      locate: options.locate,
      addressFor: options.addressFor,
      times: options.times ?? defaultRetransmissionTimes,
      sessionTimer: options.sessionTimer ?? defaultSessionTimer,
      dialogs: new Map(),
      unfinished: new Set(),
      traces: options.traces ?? noTraces,
    };
    options.layer.listen({
      admit: (source) => this.#admits(source),
      admitWithinDialog: (request, source) => this.#ownerOf(request, source) !== undefined,
      onOptions: (request, source) => this.#describe(request, source),
      onRequest: (transaction) => this.#guard(transaction),
      onAck: (ack, source) => this.#ownerOf(ack, source)?.handleAck(ack),
      onStray2xx: (response, source) => this.#onStray2xx(response, source),
    });
  }

  invite(options: InviteOptions): OutboundInvite {
    return new OutboundInvite(this.#core, options);
  }

  onInvite(handler: (invite: InboundInvite) => void): void {
    this.#onInvite = handler;
  }

  register(options: RegistrationOptions): Registration {
    const registration = new Registration(this.#core, options);
    this.#registrations.add(registration);
    return registration;
  }

  options(uri: string, target: SipTarget): Promise<OptionsResult> {
    const startMs = this.#core.clock.monotonicMs();
    return new Promise((resolve) => {
      const onOutcome = (outcome: Outcome) =>
        resolve({
          answered: outcome.type === 'response',
          status: statusOf(outcome),
          fault: faultOf(outcome),
          roundTripMs: this.#core.clock.monotonicMs() - startMs,
        });
      void new SentRequest(this.#core, {
        compose: () => this.#composeOptions(uri, target),
        hop: target,
        onOutcome,
      });
    });
  }

  #composeOptions(uri: string, target: SipTarget): SipRequest {
    const { random } = this.#core;
    const fields: HeaderEntry[] = [
      ['Max-Forwards', '70'],
      ['From', `<sip:parley@${localHost(this.#core, target)}>;tag=${newTag(random)}`],
      ['To', `<${uri}>`],
      ['Call-ID', newTag(random)],
      ['CSeq', formatCSeq({ number: 1, method: 'OPTIONS' })],
      ['Contact', contactFor(this.#core, target.protocol, target.address)],
      ['Accept', acceptedTypes],
    ];
    return createRequest('OPTIONS', uri, fields);
  }

  endAbandoned(key: string, trace: CallTrace, account: Account | undefined): void {
    const { unfinished, traces } = this.#core;
    const done = () => {
      unfinished.delete(trace);
      traces.forget(key);
    };
    unfinished.add(trace);
    try {
      endAbandoned(this.#core, trace, account, done);
    } catch (error) {
      this.#core.logger.warn({ err: error }, 'The trace of a call cannot be read.');
      done();
    }
  }

  get counts(): { calls: number; dialogs: number; ending: number } {
    const { dialogs, unfinished } = this.#core;
    return { calls: this.#invites.size, dialogs: dialogs.size, ending: unfinished.size };
  }

  get foreignRequests(): number {
    return this.#foreignRequests;
  }

  async close(graceMs = 2000): Promise<void> {
    const { clock, layer, unfinished } = this.#core;
    const leaving = Promise.all([...this.#registrations].map((registration) => registration.close()));
    await Promise.race([leaving, clock.sleep(graceMs)]);
    for (let waitedMs = 0; unfinished.size > 0 && waitedMs < graceMs; waitedMs += 20) await clock.sleep(20);
    for (const session of this.#core.dialogs.values())
      if (session instanceof InviteSession) session.abandon();
    await layer.close();
  }

  #admits(source: SipSource): boolean {
    return this.#admit?.(source) ?? true;
  }

  /**
   * The dialog of a request, where the request comes from the peer. To any other source the dialog does not exist: an answer that
   * tells the two cases apart would confirm the tags.
   */
  #ownerOf(request: SipRequest, source: SipSource): DialogOwner | undefined {
    if (toTagOf(request) === undefined) return undefined;
    const owner = this.#core.dialogs.get(dialogIdOfRequest(request));
    if (owner === undefined || owner.accepts(source)) return owner;
    this.#countForeign(owner, request, source);
    return undefined;
  }

  #countForeign(owner: DialogOwner, request: SipRequest, { address }: SipSource): void {
    this.#foreignRequests += 1;
    if (this.#reportedOwners.has(owner)) return;
    this.#reportedOwners.add(owner);
    this.#core.logger.warn(
      { callId: callIdOf(request), method: request.method, address },
      'A request within a call was refused: its source address is not the peer of the call.',
    );
  }

  /** A defect in handling one request costs that request, never the process. */
  #guard(transaction: ServerTransaction): void {
    try {
      this.#onRequest(transaction);
    } catch (error) {
      this.#core.internalErrors.record('sip_transaction', error, { method: transaction.request.method });
      this.#respond(transaction, 500);
    }
  }

  #onRequest(transaction: ServerTransaction): void {
    const { request, source } = transaction;
    const owner = this.#ownerOf(request, source);
    if (owner !== undefined) owner.handleRequest(transaction);
    else if (toTagOf(request) !== undefined) this.#respond(transaction, 481);
    else if (request.method === 'INVITE') this.#onNewInvite(transaction);
    else if (['BYE', 'CANCEL', 'PRACK', 'UPDATE', 'INFO', 'NOTIFY'].includes(request.method))
      this.#respond(transaction, 481);
    else this.#respond(transaction, 405, [['Allow', allow]]);
  }

  /** The answer to an OPTIONS outside of any dialog: what we are able to (RFC 3261 §11.2). */
  #describe(request: SipRequest, source: SipSource): SipResponse {
    const headers: HeaderEntry[] = [
      ['Contact', contactFor(this.#core, source.protocol, source.address)],
      ['Allow', allow],
      ['Accept', acceptedTypes],
      ['Accept-Encoding', 'identity'],
      ['Supported', supported],
    ];
    return createResponse(request, 200, { toTag: newTag(this.#core.random), headers });
  }

  #onNewInvite(transaction: ServerTransaction): void {
    const { request } = transaction;
    const key = `${callIdOf(request)}\n${fromTagOf(request) ?? ''}\n${cseqOf(request).number}`;
    if (this.#invites.has(key)) return this.#respond(transaction, 482);
    const uri = requestUriOf(request);
    if (!isSipUri(uri) && !isTelUri(uri)) return this.#respond(transaction, 416);
    const fault = findInviteFault(this.#core, request);
    if (fault !== undefined) return this.#respond(transaction, fault.status, fault.fields);
    const invite = new InboundInvite(this.#core, transaction, () => void this.#invites.delete(key));
    this.#invites.set(key, invite);
    try {
      this.#onInvite?.(invite);
    } catch (error) {
      invite.reject(500);
      throw error;
    }
    if (invite.session === undefined) invite.reject(480);
  }

  /** A 2xx that outlived its transaction: acknowledged again, or acknowledged and ended where no dialog is left (§13.2.2.4). */
  #onStray2xx(response: SipResponse, source: SipSource): void {
    const isKnown = this.#core.dialogs.has(dialogIdOfResponse(response));
    if (isKnown || this.#mayEndStray(source)) endUnclaimed(this.#core, response, source);
  }

  /** Each costs us an ACK and a BYE to where the response says: strangers may not have us send them. */
  #mayEndStray(source: SipSource): boolean {
    return this.#admits(source) && this.#core.unfinished.size < endingMax;
  }

  #respond(transaction: ServerTransaction, status: number, headers: readonly HeaderEntry[] = []): void {
    const toTag = newTag(this.#core.random);
    transaction.respond(createResponse(transaction.request, status, { toTag, headers }));
  }
}
