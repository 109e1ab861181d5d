import type { Leg, LegEvent } from '../../src/contracts/carrier.ts';
import type { LegAudioEvent } from '../../src/contracts/leg-audio.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import type { MediaEngine } from '../../src/media/media-port.ts';
import { openSipCarrier, type OpenSipCarrierOptions } from '../../src/telephony/open-sip-carrier.ts';
import type { SipCarrier } from '../../src/telephony/sip-carrier.ts';
import { FakeMediaEngine } from '../../src/telephony/testing/fake-media-engine.ts';
import type { TrunkSettings } from '../../src/telephony/trunk.ts';
import { fastClock } from './fast-clock.ts';

export const ownNumber = '+14155550100';
export const remoteNumber = '+14155552671';

/** Timers run 20 times faster: T1 is 25 ms. */
const timerSpeed = 20;

/** Returns the settings of a SIP trunk on this machine. */
export function loopbackTrunk(port: number, overrides: Partial<TrunkSettings> = {}): TrunkSettings {
  return { name: `trunk ${port}`, host: '127.0.0.1', port, transport: 'udp', ...overrides };
}

/** A carrier with real sockets on 127.0.0.1, accelerated timers, and a fake media engine. */
export class CarrierOnLoopback {
  readonly media: FakeMediaEngine;
  readonly carrier: SipCarrier;
  readonly port: number;
  /** The events of the legs, in order. */
  readonly events: string[] = [];
  readonly #waiters = new Map<string, () => void>();

  constructor(carrier: SipCarrier, port: number, media: FakeMediaEngine) {
    this.carrier = carrier;
    this.port = port;
    this.media = media;
  }

  static async open(
    trunks: readonly TrunkSettings[],
    overrides: Partial<OpenSipCarrierOptions> & { readonly engine?: Pick<MediaEngine, 'openPort'> } = {},
  ): Promise<CarrierOnLoopback> {
    const clock = fastClock(timerSpeed);
    const media = new FakeMediaEngine(clock);
    const { carrier, port } = await openSipCarrier({
      clock,
      random: systemRandom,
      logger: silentLogger,
      engine: media,
      address: '127.0.0.1',
      port: 0,
      trunks,
      isOwned: (number) => number === ownNumber,
      monitorsTrunks: false,
      admitsLoopback: true,
      ...overrides,
    });
    return new CarrierOnLoopback(carrier, port, media);
  }

  get foreignRequests(): number {
    return this.carrier.foreignRequests;
  }

  dial(ringTimeoutMs = 10_000): Leg {
    const leg = this.carrier.dial({ reference: 'call_1', from: ownNumber, to: remoteNumber, ringTimeoutMs });
    this.observe(leg);
    return leg;
  }

  /** Runs an action on each inbound call. */
  onIncoming(action: (leg: Leg) => void): void {
    this.carrier.onIncoming((leg) => {
      this.observe(leg);
      action(leg);
    });
  }

  /** Resolves when a leg reports an event whose text starts with `prefix`; immediately if there was one already. */
  async waitForEvent(prefix: string): Promise<void> {
    if (this.events.some((event) => event.startsWith(prefix))) return;
    await new Promise<void>((resolve) => this.#waiters.set(prefix, resolve));
  }

  observe(leg: Leg): void {
    leg.on((event) => {
      const text = eventText(event);
      this.events.push(text);
      for (const [prefix, resolve] of this.#waiters) if (text.startsWith(prefix)) resolve();
    });
  }

  close(): Promise<void> {
    return this.carrier.close();
  }
}

function eventText(event: LegEvent | LegAudioEvent): string {
  if (event.type === 'leg-ended') return `ended: ${event.cause} ${event.status ?? ''}`.trimEnd();
  if (event.type === 'leg-ringing') return event.earlyMedia ? 'ringing with media' : 'ringing';
  return event.type.replace('leg-', '');
}
