import type { Carrier, DialRequest, Leg } from '../contracts/carrier.ts';
import { AddressRanges } from '../core/address-ranges.ts';
import type { Clock } from '../core/clock.ts';
import { InternalErrorLog, type InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Random } from '../core/random.ts';
import type { MediaEngine } from '../media/media-port.ts';
import type { CallTraces } from '../sip/call-trace.ts';
import { requestUriOf } from '../sip/header-fields.ts';
import type { InboundInvite } from '../sip/invite-server.ts';
import type { RetransmissionTimes } from '../sip/repeated-response.ts';
import type { SessionTimerSettings } from '../sip/session-timer.ts';
import { numberTextOf, numberTextsOf } from '../sip/tel-uri.ts';
import type { SipTransactionLayer } from '../sip/transaction-layer.ts';
import type { SipSource, SipTarget } from '../sip/transport/transport.ts';
import type { Uri } from '../sip/uri.ts';
import type { Locate } from '../sip/user-agent-core.ts';
import { createUserAgent, type UserAgent } from '../sip/user-agent.ts';
import { callerOf } from './caller-identity.ts';
import type { CarrierServices } from './carrier-services.ts';
import { InboundCall } from './inbound-call.ts';
import { addressToldTo, type OwnAddresses } from './media-address.ts';
import { internalError } from './leg-end-cause.ts';
import { readNumber, showNumber, trunksFor } from './number-routing.ts';
import { OutboundCall } from './outbound-call.ts';
import { SipLeg } from './sip-leg.ts';
import { loopback } from './source-admission.ts';
import type { KeptTrace } from './trace-folder.ts';
import { trunkAccount, trunkHop, type TrunkSettings } from './trunk.ts';
import { TrunkWatch } from './trunk-watch.ts';

export interface SipCarrierOptions {
  /** For logs and health. */
  readonly name?: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Counts defects; a log of the carrier alone by default. */
  readonly internalErrors?: InternalErrors | undefined;
  readonly layer: SipTransactionLayer;
  readonly locate: Locate;
  readonly engine: Pick<MediaEngine, 'openPort'>;
  readonly own: OwnAddresses;
  readonly trunks: readonly TrunkSettings[];
  /** Whether a number, in E.164, is one of ours: calls to any other are answered 404. */
  isOwned(e164: string): boolean | Promise<boolean>;
  /** Whether calls from this machine itself are taken, whatever the trunks say: the test network's. */
  readonly admitsLoopback?: boolean;
  /** ISO 3166-1 alpha-2: how numbers without a country code are read. */
  readonly country?: string;
  /** 5,000 where left out. */
  readonly firstResponseMsMax?: number;
  /** Whether trunks are asked by OPTIONS every 30 s; true where left out. */
  readonly watchesTrunks?: boolean;
  readonly times?: RetransmissionTimes;
  readonly sessionTimer?: SessionTimerSettings;
  /** Where calls leave what ends them after a crash; nowhere where left out. */
  readonly traces?: CallTraces;
}

export interface TracedCarrier extends Carrier {
  /** Hangs up a call that a process which is gone has left; its trace is forgotten when nothing more is to come. */
  endAbandoned(kept: KeptTrace): void;
  /** How many requests had the tags of a call and came from an address that is not the peer's. */
  readonly foreignRequests: number;
}

/** A trunk that asks for more is mistaken, or will be asked by OPTIONS anyway. */
const restMsMax = 300_000;
/** How long `close` waits for calls to end, in ms. */
const closeMsMax = 3000;

/** Our own carrier: calls by SIP over trunks, with the media engine's sound. */
export function createSipCarrier(options: SipCarrierOptions): TracedCarrier {
  return new SipCarrier(options);
}

class SipCarrier implements TracedCarrier {
  readonly name: string;
  readonly #options: SipCarrierOptions;
  readonly #internalErrors: InternalErrors;
  readonly #userAgent: UserAgent;
  readonly #services: CarrierServices;
  readonly #watches: readonly TrunkWatch[];
  /** By trunk: where its calls may come from. */
  readonly #sources = new Map<TrunkSettings, AddressRanges>();
  /** Trunks that asked to be left alone, by the monotonic clock. */
  readonly #restsUntilMs = new Map<TrunkSettings, number>();
  readonly #legs = new Set<SipLeg>();
  #handler: ((leg: Leg) => void) | undefined;
  #isClosed = false;

  constructor(options: SipCarrierOptions) {
    this.name = options.name ?? 'sip';
    this.#options = options;
    this.#internalErrors = options.internalErrors ?? new InternalErrorLog(options);
    this.#userAgent = createUserAgent({
      ...options,
      internalErrors: this.#internalErrors,
      addressFor: (peer) => addressToldTo(peer, options.own),
      admit: (source) => this.#isAdmitted(source),
    });
    this.#services = this.#createServices();
    for (const trunk of options.trunks) this.#sources.set(trunk, this.#allowedSources(trunk));
    this.#watches = options.trunks.map((trunk) => new TrunkWatch(this.#services, trunk));
    this.#userAgent.onInvite((invite) => this.#onInvite(invite));
    if (options.watchesTrunks ?? true) for (const watch of this.#watches) watch.start();
  }

  dial(request: DialRequest): Leg {
    const { reference, from, to } = request;
    const leg = this.#newLeg({ reference, from, to, direction: 'outbound' });
    const call = new OutboundCall(this.#services, request, leg);
    if (this.#isClosed) leg.end({ cause: 'carrier_error', detail: 'The carrier is closed.' });
    else this.#internalErrors.guard('leg', () => call.run())();
    return leg;
  }

  endAbandoned({ key, trace }: KeptTrace): void {
    const username = trace.type === 'confirmed' ? trace.username : undefined;
    const trunk = this.#options.trunks.find(({ user }) => user !== undefined && user === username);
    this.#userAgent.endAbandoned(key, trace, trunk && trunkAccount(trunk));
  }

  get foreignRequests(): number {
    return this.#userAgent.foreignRequests;
  }

  onIncoming(handler: (leg: Leg) => void): void {
    this.#handler = handler;
  }

  async checkHealth(): Promise<{ ok: boolean; detail: string }> {
    if (this.#watches.length === 0) return { ok: true, detail: 'No trunk is set up.' };
    const states = await Promise.all(this.#watches.map((watch) => watch.probe()));
    const detail = states.map((state, index) => `${this.#watches[index]!.trunk.name}: ${state.detail}`);
    return { ok: states.every(({ ok }) => ok), detail: detail.join('. ') };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const ended = [...this.#legs].map((leg) => whenEnded(leg));
    for (const leg of this.#legs) leg.hangup();
    await this.#within(closeMsMax, Promise.all(ended));
    await this.#within(closeMsMax, Promise.all(this.#watches.map((watch) => watch.close())));
    await this.#userAgent.close();
  }

  async #within(durationMs: number, work: Promise<unknown>): Promise<void> {
    const deadline = new AbortController();
    await Promise.race([work, this.#options.clock.sleep(durationMs, deadline.signal).catch(() => undefined)]);
    deadline.abort();
  }

  #createServices(): CarrierServices {
    const { clock, logger, engine, own, trunks } = this.#options;
    return {
      clock,
      logger,
      internalErrors: this.#internalErrors,
      engine,
      own,
      userAgent: this.#userAgent,
      callIdHost: own.public ?? own.local.replaceAll(':', '.'),
      firstResponseMsMax: this.#options.firstResponseMsMax ?? 5000,
      country: this.#options.country,
      trunksFor: (call) => trunksFor(trunks, call, (trunk) => this.#isHealthy(trunk)),
      targetsOf: (trunk) => this.#targetsOf(trunk),
      locate: this.#options.locate,
      isAddressOf: (trunk, address) => this.#sources.get(trunk)?.has(address) ?? false,
      rest: (trunk, durationMs) =>
        this.#restsUntilMs.set(trunk, clock.monotonicMs() + Math.min(durationMs, restMsMax)),
    };
  }

  #isHealthy(trunk: TrunkSettings): boolean {
    const isResting = (this.#restsUntilMs.get(trunk) ?? 0) > this.#options.clock.monotonicMs();
    return !isResting && this.#isAnswering(trunk);
  }

  #isAnswering(trunk: TrunkSettings): boolean {
    return this.#watches.find((watch) => watch.trunk === trunk)?.health.ok ?? true;
  }

  /** What a trunk's host resolves to may call us as well. */
  async #targetsOf(trunk: TrunkSettings): Promise<readonly SipTarget[]> {
    const targets = await this.#options.locate(trunkHop(trunk));
    for (const { address } of targets) this.#sources.get(trunk)?.add(address);
    return targets;
  }

  #allowedSources(trunk: TrunkSettings): AddressRanges {
    const sources = new AddressRanges();
    for (const entry of [...(trunk.allowedSourceAddresses ?? []), trunk.host]) {
      if (!sources.add(entry) && entry !== trunk.host)
        this.#options.logger.warn({ trunk: trunk.name, entry }, 'An allowed source is no address.');
    }
    return sources;
  }

  #isAdmitted({ address }: SipSource): boolean {
    if (this.#isClosed) return false;
    if (this.#options.admitsLoopback === true && loopback.has(address)) return true;
    return this.#trunkFrom(address) !== undefined;
  }

  #trunkFrom(address: string): TrunkSettings | undefined {
    return this.#options.trunks.find((trunk) => this.#sources.get(trunk)?.has(address));
  }

  #onInvite(invite: InboundInvite): void {
    const { country } = this.#services;
    const leg = this.#newLeg({
      direction: 'inbound',
      reference: invite.callId.split('@')[0]!,
      from: callerOf(invite.request, country),
      to: showNumber(numberTextOf(requestUriOf(invite.request)) ?? '', country),
    });
    const trunk = this.#trunkFrom(invite.source.address);
    const call = new InboundCall(this.#services, { invite, leg, trunk });
    this.#handUp(invite, leg, call).catch((error: unknown) => {
      this.#internalErrors.record('leg', error, { reference: leg.reference });
      leg.end(internalError);
      invite.reject(500);
    });
  }

  async #handUp(invite: InboundInvite, leg: SipLeg, call: InboundCall): Promise<void> {
    const owned = await this.#ownedNumber(invite);
    if (leg.isEnded) return;
    if (owned === undefined || this.#handler === undefined) {
      invite.reject(404);
      return;
    }
    call.prepare();
    leg.calledAs(owned);
    this.#handler(leg);
    // What is refused at once never rang.
    if (!leg.isEnded) call.ring();
  }

  /** The Request-URI names the callee; where a registration has put our own name there, To does. */
  async #ownedNumber(invite: InboundInvite): Promise<string | undefined> {
    const uris: Uri[] = [requestUriOf(invite.request), invite.to.uri];
    const candidates = uris
      .flatMap(numberTextsOf)
      .flatMap((text) => readNumber(text, this.#services.country));
    for (const candidate of new Set(candidates)) if (await this.#options.isOwned(candidate)) return candidate;
    return undefined;
  }

  #newLeg(facts: ConstructorParameters<typeof SipLeg>[1]): SipLeg {
    const parts = { clock: this.#options.clock, internalErrors: this.#internalErrors };
    const leg = new SipLeg(parts, facts);
    this.#legs.add(leg);
    leg.on((event) => {
      if (event.type === 'leg-ended') this.#legs.delete(leg);
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
