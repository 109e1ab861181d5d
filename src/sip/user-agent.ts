import type { Clock } from '../core/clock.ts';
import { InternalErrorLog, type InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Random } from '../core/random.ts';
import { endOrphanedCall, handleStray2xx } from './orphaned-call.ts';
import type { Account } from './authenticator.ts';
import { noDialogLog, type DialogLogEntry, type DialogLog } from './dialog-log.ts';
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
import { defaultRetransmissionTimes, type RetransmissionTimes } from './response-retransmission.ts';
import { tlsFailureOf, OutgoingRequest, statusOf, type RequestOutcome } from './outgoing-request.ts';
import { defaultSessionTimer, type SessionTimerSettings } from './session-timer.ts';
import type { ServerTransaction, SipTransactionLayer } from './transaction-layer.ts';
import type { SipSource, SipTarget } from './transport/transport.ts';
import { isTelUri } from './tel-uri.ts';
import { isSipUri } from './uri.ts';
import {
  allowedMethods,
  contactFor,
  localHost,
  supportedExtensions,
  type DialogOwner,
  type LocateTargets,
  type UserAgentCore,
} from './user-agent-core.ts';

export interface UserAgentOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly layer: SipTransactionLayer;
  readonly logger: Logger;
  /** Logs and counts internal errors. Default: an `InternalErrorLog` for this user agent only. */
  readonly internalErrors?: InternalErrors | undefined;
  /** Resolves next hops with a host name. */
  readonly locate: LocateTargets;
  /**
   * Returns the local address that is advertised to this peer. Without this function the bound address is advertised.
   */
  readonly addressFor?: (peer: string) => string;
  readonly times?: RetransmissionTimes;
  readonly sessionTimer?: SessionTimerSettings;
  /**
   * Returns whether this source is admitted. Requests of other sources are dropped silently, unless the source is the
   * peer of their dialog.
   */
  readonly admit?: (source: SipSource) => boolean;
  /** Stores the data with which calls are ended after a crash. By default nothing is stored. */
  readonly dialogLog?: DialogLog | undefined;
}

/** The result of an OPTIONS request (RFC 3261 §11). Any response shows that the peer is reachable. */
export interface OptionsResult {
  readonly answered: boolean;
  /** The status of the response; 408 if none arrived in time, 503 if the request could not be sent. */
  readonly status: number;
  readonly roundTripMs: number;
  /** The fault of the TLS connection. */
  readonly fault: string | undefined;
}

export interface UserAgent {
  /** Places a call. Throws SipParseError for an invalid Request-URI. */
  invite(options: InviteOptions): OutboundInvite;
  /**
   * Sets the handler of incoming calls. It must accept or reject the call before it returns; otherwise the call is
   * rejected with 480.
   */
  onInvite(handler: (invite: InboundInvite) => void): void;
  register(options: RegistrationOptions): Registration;
  /** Checks with OPTIONS whether a peer is reachable. */
  options(uri: string, target: SipTarget): Promise<OptionsResult>;
  /**
   * Ends a call that a terminated process left behind, and removes its log entry when no more messages are expected.
   * Challenges of the peer are answered with `account`.
   */
  endOrphanedCall(key: string, entry: DialogLogEntry, account: Account | undefined): void;
  /** `terminating` counts the calls whose termination continues after their owner released them. */
  readonly counts: { readonly inboundCalls: number; readonly dialogs: number; readonly terminating: number };
  /** The number of requests that had the tags of a dialog but did not come from its peer. */
  readonly foreignRequests: number;
  /**
   * Ends registrations, then waits for calls that are terminating, each for up to `graceMs` (default 2,000). Then
   * closes the transaction layer.
   */
  close(graceMs?: number): Promise<void>;
}

export function createUserAgent(options: UserAgentOptions): UserAgent {
  return new RunningUserAgent(options);
}

/**
 * Maximum number of terminating calls. Above it, a 2xx without a call is ignored, and its sender ends the call by
 * timeout.
 */
const maxTerminating = 1000;

class RunningUserAgent implements UserAgent {
  readonly #core: UserAgentCore;
  readonly #admit: UserAgentOptions['admit'];
  readonly #registrations = new Set<Registration>();
  /**
   * Inbound calls by Call-ID, From tag and CSeq, until they end. The same call by another path is a merged request
   * (§8.2.2.2).
   */
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
      terminating: new Set(),
      dialogLog: options.dialogLog ?? noDialogLog,
    };
    options.layer.listen({
      admit: (source) => this.#admits(source),
      admitWithinDialog: (request, source) => this.#ownerOf(request, source) !== undefined,
      onOptions: (request, source) => this.#describeCapabilities(request, source),
      onRequest: (transaction) => this.#handleRequest(transaction),
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
      const onOutcome = (outcome: RequestOutcome) =>
        resolve({
          answered: outcome.type === 'response',
          status: statusOf(outcome),
          fault: tlsFailureOf(outcome),
          roundTripMs: this.#core.clock.monotonicMs() - startMs,
        });
      void new OutgoingRequest(this.#core, {
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

  endOrphanedCall(key: string, entry: DialogLogEntry, account: Account | undefined): void {
    const { terminating, dialogLog } = this.#core;
    const done = () => {
      terminating.delete(entry);
      dialogLog.remove(key);
    };
    terminating.add(entry);
    try {
      endOrphanedCall(this.#core, entry, account, done);
    } catch (error) {
      this.#core.logger.warn({ err: error }, 'Cannot read the dialog log entry of a call.');
      done();
    }
  }

  get counts(): UserAgent['counts'] {
    const { dialogs, terminating } = this.#core;
    return { inboundCalls: this.#invites.size, dialogs: dialogs.size, terminating: terminating.size };
  }

  get foreignRequests(): number {
    return this.#foreignRequests;
  }

  async close(graceMs = 2000): Promise<void> {
    const { clock, layer, terminating } = this.#core;
    const unregistered = Promise.all([...this.#registrations].map((registration) => registration.close()));
    await Promise.race([unregistered, clock.sleep(graceMs)]);
    for (let waitedMs = 0; terminating.size > 0 && waitedMs < graceMs; waitedMs += 20) await clock.sleep(20);
    for (const session of this.#core.dialogs.values())
      if (session instanceof InviteSession) session.abandon();
    await layer.close();
  }

  #admits(source: SipSource): boolean {
    return this.#admit?.(source) ?? true;
  }

  /**
   * Returns the dialog of a request if the request comes from its peer. For any other source the dialog does not exist,
   * because a response that distinguishes the two cases would confirm the tags.
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
      'Request within a call rejected: its source is not the peer of the call.',
    );
  }

  /** Handles a request. An exception is recorded, and affects only this request. */
  #handleRequest(transaction: ServerTransaction): void {
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
    else this.#respond(transaction, 405, [['Allow', allowedMethods]]);
  }

  /** Answers an OPTIONS outside a dialog with our capabilities (RFC 3261 §11.2). */
  #describeCapabilities(request: SipRequest, source: SipSource): SipResponse {
    const headers: HeaderEntry[] = [
      ['Contact', contactFor(this.#core, source.protocol, source.address)],
      ['Allow', allowedMethods],
      ['Accept', acceptedTypes],
      ['Accept-Encoding', 'identity'],
      ['Supported', supportedExtensions],
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

  /**
   * Handles a 2xx without a transaction: acknowledges it again or, without a dialog, acknowledges and ends it
   * (§13.2.2.4).
   */
  #onStray2xx(response: SipResponse, source: SipSource): void {
    const isKnown = this.#core.dialogs.has(dialogIdOfResponse(response));
    if (isKnown || this.#canEndStray(source)) handleStray2xx(this.#core, response, source);
  }

  /** Each stray 2xx causes an ACK and a BYE to the address in it, which unknown sources must not be able to trigger. */
  #canEndStray(source: SipSource): boolean {
    return this.#admits(source) && this.#core.terminating.size < maxTerminating;
  }

  #respond(transaction: ServerTransaction, status: number, headers: readonly HeaderEntry[] = []): void {
    const toTag = newTag(this.#core.random);
    transaction.respond(createResponse(transaction.request, status, { toTag, headers }));
  }
}
