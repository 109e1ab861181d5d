import type { Timer } from '../core/clock.ts';
import { nameAddr } from '../sip/name-addr.ts';
import { registrarUri, type Registration } from '../sip/registration.ts';
import { formatUri } from '../sip/uri.ts';
import type { CarrierServices } from './carrier-services.ts';
import { trunkAccount, trunkRoutes, trunkUri, type TrunkSettings } from './trunk.ts';

/** The longest wait for the response to OPTIONS. The OPTIONS transaction itself lasts up to 32 s. */
const maxResponseMs = 5000;
const probeIntervalMs = 30_000;

export interface TrunkHealth {
  readonly ok: boolean;
  readonly detail: string;
}

/** Monitors a trunk by OPTIONS every 30 s, and maintains our registration with it. */
export class TrunkMonitor {
  readonly trunk: TrunkSettings;
  readonly #services: CarrierServices;
  #health: TrunkHealth = { ok: true, detail: 'not checked yet' };
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

  /** Checks the trunk now. */
  async probe(): Promise<TrunkHealth> {
    const wasOk = this.#health.ok;
    this.#health = this.#withRegistration(await this.#sendOptions());
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

  async #sendOptions(): Promise<TrunkHealth> {
    const target = await this.#firstTarget();
    if (target === undefined) return { ok: false, detail: 'its host cannot be resolved' };
    const response = this.#services.userAgent.options(formatUri(trunkUri(this.trunk)), target);
    const deadline = new AbortController();
    const timeout = this.#services.clock.sleep(maxResponseMs, deadline.signal).catch(() => undefined);
    const result = await Promise.race([response, timeout]);
    deadline.abort();
    if (result?.status === 503 && result.answered) return { ok: false, detail: 'is out of service' };
    if (result?.answered === true)
      return { ok: true, detail: `answered in ${Math.round(result.roundTripMs)} ms` };
    if (result?.fault !== undefined) return { ok: false, detail: `cannot be reached: ${result.fault}` };
    return { ok: false, detail: 'does not answer OPTIONS' };
  }

  #withRegistration(health: TrunkHealth): TrunkHealth {
    if (this.#registration === undefined) return health;
    const ok = health.ok && this.#registration.state !== 'failed';
    return { ok, detail: `${health.detail}; ${this.#registrationDetail}` };
  }

  async #firstTarget() {
    const targets = await this.#services.targetsOf(this.trunk).catch(() => []);
    return targets[0];
  }

  #register(): void {
    const { trunk } = this;
    this.#registrationDetail = 'registering';
    this.#registration = this.#services.userAgent.register({
      identity: nameAddr(trunkUri({ ...trunk, port: undefined }, trunk.user ?? 'parley')),
      registrar: registrarUri(trunk.host, trunk.port),
      routes: trunkRoutes(trunk),
      account: trunkAccount(trunk),
      locate: async () => {
        const target = await this.#firstTarget();
        if (target === undefined) throw new Error('the registrar cannot be resolved');
        return target;
      },
      onChange: (state, detail) => {
        this.#registrationDetail = state === 'registered' ? 'registered' : detail;
      },
    });
  }
}
