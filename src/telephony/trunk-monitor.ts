import type { Timer } from '../core/clock.ts';
import { nameAddr } from '../sip/name-addr.ts';
import { registrarUri, type Registration } from '../sip/registration.ts';
import type { SipTarget } from '../sip/transport/transport.ts';
import { formatUri } from '../sip/uri.ts';
import type { CarrierServices } from './carrier-services.ts';
import { trunkAccount, trunkRoutes, trunkUri, type TrunkSettings } from './trunk.ts';

/** The longest wait for the response to OPTIONS. The OPTIONS transaction itself lasts up to 32 s. */
const maxResponseMs = 5000;
const probeIntervalMs = 30_000;
/** Maximum number of targets that receive OPTIONS. */
const maxProbedTargets = 4;
const correction = 'Correct host, port and transport of the trunk, or the firewall.';

export interface TrunkHealth {
  readonly ok: boolean;
  /** What came of the OPTIONS, and what to correct. */
  readonly detail: string;
}

/** Monitors a trunk by OPTIONS every 30 s, and maintains our registration with it. */
export class TrunkMonitor {
  readonly trunk: TrunkSettings;
  readonly #services: CarrierServices;
  #health: TrunkHealth = { ok: true, detail: 'not checked yet.' };
  #registration: Registration | undefined;
  #registrationDetail = '';
  #timer: Timer | undefined;
  #isClosed = false;

  constructor(services: CarrierServices, trunk: TrunkSettings) {
    this.#services = services;
    this.trunk = trunk;
  }

  /** The last result. A trunk is healthy until the first result. */
  get health(): TrunkHealth {
    return this.#health;
  }

  start(): void {
    if (this.trunk.register === true) this.#register();
    this.#probePeriodically();
  }

  /** Checks the trunk now, within `maxMs`. */
  async probe(maxMs = maxResponseMs): Promise<TrunkHealth> {
    const wasOk = this.#health.ok;
    this.#health = this.#withRegistration(await this.#sendOptions(maxMs));
    if (wasOk !== this.#health.ok)
      this.#services.logger.warn({ trunk: this.trunk.name, ...this.#health }, 'Trunk health changed.');
    return this.#health;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.cancel();
    await this.#registration?.close();
  }

  /** Probes the trunk every 30 s. An internal error of a probe does not change the health of the trunk. */
  #probePeriodically(): void {
    const { clock, internalErrors } = this.#services;
    this.probe()
      .catch((error: unknown) => internalErrors.record('timer', error, { trunk: this.trunk.name }))
      .finally(() => {
        if (!this.#isClosed) this.#timer = clock.after(probeIntervalMs, () => this.#probePeriodically());
      });
  }

  /** Sends OPTIONS to the targets of the trunk. The trunk is healthy if one of them is. */
  async #sendOptions(maxMs: number): Promise<TrunkHealth> {
    const deadline = new AbortController();
    const timeout = this.#services.clock.sleep(maxMs, deadline.signal).catch(() => undefined);
    const targets = await Promise.race([this.#targets(), timeout]);
    const health = await this.#probeTargets(targets ?? [], timeout);
    deadline.abort();
    return health;
  }

  async #probeTargets(targets: readonly SipTarget[], timeout: Promise<void>): Promise<TrunkHealth> {
    if (targets.length === 0)
      return { ok: false, detail: 'its host cannot be resolved. Correct the host of the trunk, or the DNS.' };
    const probed = targets.slice(0, maxProbedTargets);
    const results = await Promise.all(probed.map((target) => this.#probeTarget(target, timeout)));
    return results.find(({ ok }) => ok) ?? results[0]!;
  }

  async #probeTarget(target: SipTarget, timeout: Promise<void>): Promise<TrunkHealth> {
    const { backOff, userAgent } = this.#services;
    const result = await Promise.race([userAgent.options(formatUri(trunkUri(this.trunk)), target), timeout]);
    if (result?.answered === true && result.status !== 503) {
      backOff.delete(target);
      return { ok: true, detail: `answered in ${Math.round(result.roundTripMs)} ms.` };
    }
    backOff.add(target);
    if (result?.answered === true)
      return { ok: false, detail: 'it answered 503: it is out of service. Ask its operator.' };
    if (result?.fault !== undefined)
      return { ok: false, detail: `it cannot be reached: ${result.fault}. ${correction}` };
    return { ok: false, detail: `it does not answer. ${correction}` };
  }

  #withRegistration(health: TrunkHealth): TrunkHealth {
    if (this.#registration === undefined) return health;
    const ok = health.ok && this.#registration.state !== 'failed';
    return { ok, detail: `${health.detail} Registration: ${this.#registrationDetail}.` };
  }

  #targets(): Promise<readonly SipTarget[]> {
    return this.#services.targetsOf(this.trunk).catch(() => []);
  }

  #register(): void {
    const { trunk } = this;
    this.#registrationDetail = 'registering';
    this.#registration = this.#services.userAgent.register({
      identity: nameAddr(trunkUri({ ...trunk, port: undefined }, trunk.user ?? 'parley')),
      registrar: registrarUri(trunk.host, trunk.port),
      routes: trunkRoutes(trunk),
      account: trunkAccount(trunk),
      locate: () => this.#services.targetsOf(trunk),
      onTargetFailed: (target, retryAfterMs) => this.#services.backOff.add(target, retryAfterMs),
      onChange: (state, detail) => {
        this.#registrationDetail = state === 'registered' ? 'registered' : detail;
      },
    });
  }
}
