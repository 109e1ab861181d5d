import type { Carrier, DialRequest, Leg } from '../contracts/carrier.ts';
import { AddressRanges } from '../core/address-ranges.ts';
import type { Clock } from '../core/clock.ts';
import { isFromOutage } from '../core/outage.ts';
import { InternalErrorLog, type InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Random } from '../core/random.ts';
import type { MediaEngine } from '../media/media-port.ts';
import type { DialogLog } from '../sip/dialog-log.ts';
import { requestUriOf } from '../sip/header-fields.ts';
import type { InboundInvite } from '../sip/invite-server.ts';
import type { RetransmissionTimes } from '../sip/response-retransmission.ts';
import type { SessionTimerSettings } from '../sip/session-timer.ts';
import { firstNumberCandidate, numberCandidates } from '../sip/tel-uri.ts';
import type { SipTransactionLayer } from '../sip/transaction-layer.ts';
import type { SipSource, SipTarget } from '../sip/transport/transport.ts';
import type { Uri } from '../sip/uri.ts';
import type { LocateTargets } from '../sip/user-agent-core.ts';
import { createUserAgent, type UserAgent } from '../sip/user-agent.ts';
import { callerOf } from './caller-identity.ts';
import type { CarrierServices } from './carrier-services.ts';
import { InboundCall } from './inbound-call.ts';
import { advertisedAddress, type OwnAddresses } from './media-address.ts';
import { internalErrorEnd } from './leg-end-cause.ts';
import { e164Candidates, toDisplayNumber, trunksFor } from './number-routing.ts';
import { OutboundCall } from './outbound-call.ts';
import { SipLeg } from './sip-leg.ts';
import type { LegTrace, SipTrace } from './sip-trace.ts';
import { loopback } from './loopback.ts';
import type { StoredEntry } from './dialog-log-folder.ts';
import { TargetBackOff } from './target-back-off.ts';
import { trunkAccount, trunkHop, type TrunkSettings } from './trunk.ts';
import { TrunkMonitor } from './trunk-monitor.ts';

export interface SipCarrierOptions {
  /** Used in logs and health checks. */
  readonly name?: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Logs and counts internal errors. Defaults to a log for this carrier alone. */
  readonly internalErrors?: InternalErrors | undefined;
  readonly layer: SipTransactionLayer;
  readonly locate: LocateTargets;
  /** Resolves host names in session descriptions. Without it, media is sent to the source of the signalling. */
  readonly resolveAddresses?: (host: string) => Promise<readonly string[]>;
  readonly engine: Pick<MediaEngine, 'openPort'>;
  readonly ownAddresses: OwnAddresses;
  readonly trunks: readonly TrunkSettings[];
  /** Returns whether a number in E.164 can be called here. Calls to other numbers are rejected with 404. */
  isOwned(e164: string): boolean | Promise<boolean>;
  /** Whether calls from loopback addresses are accepted regardless of the trunks; used by the test network. */
  readonly admitsLoopback?: boolean;
  /** ISO 3166-1 alpha-2: the country of numbers without a country code. */
  readonly country?: string;
  /** Default 5,000. */
  readonly maxFirstResponseMs?: number;
  /** Whether trunks are monitored by OPTIONS every 30 s; default true. */
  readonly monitorsTrunks?: boolean;
  readonly times?: RetransmissionTimes;
  readonly sessionTimer?: SessionTimerSettings;
  /** Stores the state that is needed to end calls after a crash. Nothing is stored if omitted. */
  readonly dialogLog?: DialogLog;
  /** Keeps the messages of calls. */
  readonly trace?: SipTrace | undefined;
}

export interface SipCarrier extends Carrier {
  /**
   * Ends a call of a terminated process, and removes its log entry when no more messages are expected.
   */
  endOrphanedCall(entry: StoredEntry): void;
  /** The number of requests that had the tags of a call, but did not come from the peer of the call. */
  readonly foreignRequests: number;
}

/** A health check has 3 s for its result. */
const maxHealthCheckMs = 2500;
/** The longest time that `close` waits for calls to end. */
const maxCloseMs = 3000;

/** Creates the SIP carrier: calls over trunks, with the audio of the media engine. */
export function createSipCarrier(options: SipCarrierOptions): SipCarrier {
  return new RunningSipCarrier(options);
}

class RunningSipCarrier implements SipCarrier {
  readonly name: string;
  readonly #options: SipCarrierOptions;
  readonly #internalErrors: InternalErrors;
  readonly #userAgent: UserAgent;
  readonly #services: CarrierServices;
  readonly #monitors: readonly TrunkMonitor[];
  /** The permitted source addresses of each trunk. */
  readonly #sourcesOfTrunk = new Map<TrunkSettings, AddressRanges>();
  readonly #backOff: TargetBackOff;
  /** The targets of each trunk when its host was last resolved. */
  readonly #targetsOfTrunk = new Map<TrunkSettings, readonly SipTarget[]>();
  readonly #legs = new Set<SipLeg>();
  #handler: ((leg: Leg) => void) | undefined;
  #isClosed = false;

  constructor(options: SipCarrierOptions) {
    this.name = options.name ?? 'sip';
    this.#options = options;
    this.#backOff = new TargetBackOff(options.clock);
    this.#internalErrors = options.internalErrors ?? new InternalErrorLog(options);
    this.#userAgent = createUserAgent({
      ...options,
      internalErrors: this.#internalErrors,
      addressFor: (peer) => advertisedAddress(peer, options.ownAddresses),
      admit: (source) => this.#isAdmitted(source),
    });
    this.#services = this.#createServices();
    for (const trunk of options.trunks) this.#sourcesOfTrunk.set(trunk, this.#allowedSources(trunk));
    this.#monitors = options.trunks.map((trunk) => new TrunkMonitor(this.#services, trunk));
    this.#userAgent.onInvite((invite) => this.#onInvite(invite));
    if (options.monitorsTrunks ?? true) for (const monitor of this.#monitors) monitor.start();
  }

  dial(request: DialRequest): Leg {
    const { reference, from, to } = request;
    const trace = this.#options.trace?.openOutbound(reference);
    const leg = this.#newLeg({ reference, from, to, direction: 'outbound' }, trace);
    const call = new OutboundCall(this.#services, request, leg);
    if (this.#isClosed) leg.end({ cause: 'carrier_error', detail: 'The carrier is closed.' });
    else this.#internalErrors.guard('leg', () => call.run())();
    return leg;
  }

  endOrphanedCall({ key, trace }: StoredEntry): void {
    const username = trace.type === 'confirmed' ? trace.username : undefined;
    const trunk = this.#options.trunks.find(({ user }) => user !== undefined && user === username);
    this.#userAgent.endOrphanedCall(key, trace, trunk && trunkAccount(trunk));
  }

  get foreignRequests(): number {
    return this.#userAgent.foreignRequests;
  }

  onIncoming(handler: (leg: Leg) => void): void {
    this.#handler = handler;
  }

  async checkHealth(): Promise<{ ok: boolean; detail: string }> {
    if (this.#monitors.length === 0) return { ok: true, detail: 'No trunk is configured.' };
    const states = await Promise.all(this.#monitors.map((monitor) => monitor.probe(maxHealthCheckMs)));
    const detail = states.map(
      (state, index) => `Sent OPTIONS to ${this.#monitors[index]!.trunk.name}: ${state.detail}`,
    );
    return { ok: states.every(({ ok }) => ok), detail: detail.join(' ') };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const ended = [...this.#legs].map((leg) => whenEnded(leg));
    for (const leg of this.#legs) leg.hangup();
    await this.#waitAtMost(maxCloseMs, Promise.all(ended));
    await this.#waitAtMost(maxCloseMs, Promise.all(this.#monitors.map((monitor) => monitor.close())));
    await this.#userAgent.close();
    await this.#options.trace?.close();
  }

  async #waitAtMost(durationMs: number, work: Promise<unknown>): Promise<void> {
    const deadline = new AbortController();
    await Promise.race([work, this.#options.clock.sleep(durationMs, deadline.signal).catch(() => undefined)]);
    deadline.abort();
  }

  #createServices(): CarrierServices {
    const { clock, logger, engine, ownAddresses, trunks } = this.#options;
    return {
      clock,
      logger,
      internalErrors: this.#internalErrors,
      engine,
      ownAddresses,
      userAgent: this.#userAgent,
      callIdHost: ownAddresses.public ?? ownAddresses.local.replaceAll(':', '.'),
      maxFirstResponseMs: this.#options.maxFirstResponseMs ?? 5000,
      country: this.#options.country,
      trunksFor: (call) => trunksFor(trunks, call, (trunk) => this.#isHealthy(trunk)),
      targetsOf: (trunk) => this.#targetsOf(trunk),
      locate: this.#options.locate,
      resolveAddresses: this.#options.resolveAddresses ?? (() => Promise.resolve([])),
      isAddressOf: (trunk, address) => this.#sourcesOfTrunk.get(trunk)?.has(address) ?? false,
      backOff: this.#backOff,
    };
  }

  #isHealthy(trunk: TrunkSettings): boolean {
    const targets = this.#targetsOfTrunk.get(trunk) ?? [];
    const isBackingOff = targets.length > 0 && targets.every((target) => this.#backOff.has(target));
    return !isBackingOff && this.#isResponding(trunk);
  }

  #isResponding(trunk: TrunkSettings): boolean {
    return this.#monitors.find((monitor) => monitor.trunk === trunk)?.health.ok ?? true;
  }

  /** Targets in back-off are last. Addresses to which a trunk's host resolves are also permitted sources. */
  async #targetsOf(trunk: TrunkSettings): Promise<readonly SipTarget[]> {
    const targets = await this.#options.locate(trunkHop(trunk));
    for (const { address } of targets) this.#sourcesOfTrunk.get(trunk)?.add(address);
    this.#targetsOfTrunk.set(trunk, targets);
    return this.#backOff.order(targets);
  }

  #allowedSources(trunk: TrunkSettings): AddressRanges {
    const sources = new AddressRanges();
    for (const entry of [...(trunk.allowedSourceAddresses ?? []), trunk.host]) {
      if (!sources.add(entry) && entry !== trunk.host)
        this.#options.logger.warn({ trunk: trunk.name, entry }, 'Invalid allowed source address.');
    }
    return sources;
  }

  #isAdmitted({ address }: SipSource): boolean {
    if (this.#isClosed) return false;
    if (this.#options.admitsLoopback === true && loopback.has(address)) return true;
    return this.#trunkOfAddress(address) !== undefined;
  }

  #trunkOfAddress(address: string): TrunkSettings | undefined {
    return this.#options.trunks.find((trunk) => this.#sourcesOfTrunk.get(trunk)?.has(address));
  }

  #onInvite(invite: InboundInvite): void {
    const { country } = this.#services;
    const details = {
      direction: 'inbound',
      reference: invite.callId.split('@')[0]!,
      from: callerOf(invite.request, country),
      to: toDisplayNumber(firstNumberCandidate(requestUriOf(invite.request)) ?? '', country),
    } as const;
    const leg = this.#newLeg(details, this.#options.trace?.openInbound(invite.callId));
    const trunk = this.#trunkOfAddress(invite.source.address);
    const call = new InboundCall(this.#services, { invite, leg, trunk });
    this.#passToHandler(invite, leg, call).catch((error: unknown) => {
      this.#internalErrors.record('leg', error, { reference: leg.reference });
      if (isFromOutage(error)) return leg.reject('unavailable');
      leg.end(internalErrorEnd);
      invite.reject(500);
    });
  }

  async #passToHandler(invite: InboundInvite, leg: SipLeg, call: InboundCall): Promise<void> {
    const owned = await this.#ownedNumber(invite);
    if (leg.isEnded) return;
    if (owned === undefined || this.#handler === undefined) {
      invite.reject(404);
      return;
    }
    call.openMedia();
    leg.setCalledNumber(owned);
    this.#handler(leg);
    // A call that the handler has already rejected does not ring.
    if (!leg.isEnded) call.ring();
  }

  /**
   * Returns the first owned number in the Request-URI, otherwise in To. The Request-URI can contain the user of our
   * registration instead of the called number.
   */
  async #ownedNumber(invite: InboundInvite): Promise<string | undefined> {
    const uris: Uri[] = [requestUriOf(invite.request), invite.to.uri];
    const candidates = uris
      .flatMap(numberCandidates)
      .flatMap((text) => e164Candidates(text, this.#services.country));
    for (const candidate of new Set(candidates)) if (await this.#options.isOwned(candidate)) return candidate;
    return undefined;
  }

  #newLeg(details: ConstructorParameters<typeof SipLeg>[1], trace: LegTrace | undefined): SipLeg {
    const dependencies = { clock: this.#options.clock, internalErrors: this.#internalErrors, trace };
    const leg = new SipLeg(dependencies, details);
    this.#legs.add(leg);
    leg.on((event) => {
      if (event.type !== 'leg-ended') return;
      this.#legs.delete(leg);
      trace?.end();
    });
    return leg;
  }
}

function whenEnded(leg: SipLeg): Promise<void> {
  return new Promise((resolve) => {
    leg.on((event) => {
      if (event.type === 'leg-ended') resolve();
    });
  });
}
