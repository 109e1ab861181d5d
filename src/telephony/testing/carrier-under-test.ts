import type { Carrier, DialRequest, Leg, LegEvent } from '../../contracts/carrier.ts';
import type { LegAudioEvent } from '../../contracts/leg-audio.ts';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { seededRandom } from '../../core/random.ts';
import { createSipTransactionLayer } from '../../sip/create-transaction-layer.ts';
import { numericTarget } from '../../sip/locate-hop.ts';
import { MemoryNetwork } from '../../sip/testing/memory-network.ts';
import { ScriptedPeer } from '../../sip/testing/scripted-peer.ts';
import { createSipCarrier, type SipCarrierOptions } from '../sip-carrier.ts';
import type { TrunkSettings } from '../trunk.ts';
import { FakeMediaEngine } from './fake-media-engine.ts';

export const firstTrunk: TrunkSettings = { name: 'first', host: '192.0.2.2', transport: 'udp' };
export const secondTrunk: TrunkSettings = {
  name: 'second',
  host: '192.0.2.3',
  transport: 'udp',
  priority: 1,
};
export const ownedNumber = '+14155550100';
export const calleeNumber = '+14155552671';

/** Returns the session description of a scripted trunk. */
export function descriptionOf(port = 30_000, direction = 'sendrecv', codec = 0): string {
  return [
    'v=0',
    'o=- 1 1 IN IP4 192.0.2.2',
    's=-',
    'c=IN IP4 192.0.2.2',
    't=0 0',
    `m=audio ${port} RTP/AVP ${codec} 101`,
    'a=rtpmap:101 telephone-event/8000',
    `a=${direction}`,
    '',
  ].join('\r\n');
}

/** A carrier at 192.0.2.1 with two scripted trunks, on a manual clock. */
export class CarrierUnderTest {
  readonly clock = new ManualClock();
  readonly network = new MemoryNetwork();
  readonly engine = new FakeMediaEngine(this.clock);
  /** The peers at the addresses of the two trunks. */
  readonly first: ScriptedPeer;
  readonly second: ScriptedPeer;
  readonly carrier: Carrier;
  /** The events of the legs, in order. */
  readonly events: string[] = [];
  readonly legs: Leg[] = [];

  constructor(options: Partial<SipCarrierOptions> = {}) {
    const { clock, network, engine } = this;
    const agent = { protocol: 'udp', address: '192.0.2.1', port: 5060 } as const;
    this.first = new ScriptedPeer(network, '192.0.2.2', agent);
    this.second = new ScriptedPeer(network, '192.0.2.3', agent);
    const random = seededRandom(1);
    const transports = [network.open('udp', '192.0.2.1')];
    this.carrier = createSipCarrier({
      clock,
      random,
      logger: silentLogger,
      engine,
      layer: createSipTransactionLayer({
        clock,
        random,
        transports,
        logger: silentLogger,
        observer: options.trace,
      }),
      locate: (uri) => Promise.resolve([numericTarget(uri)!]),
      ownAddresses: { local: '192.0.2.1' },
      trunks: [firstTrunk, secondTrunk],
      isOwned: (number) => number === ownedNumber,
      monitorsTrunks: false,
      ...options,
    });
    this.carrier.onIncoming((leg) => this.#observe(leg));
  }

  async dial(request: Partial<DialRequest> = {}): Promise<Leg> {
    const leg = this.carrier.dial({
      reference: 'call_1',
      from: ownedNumber,
      to: calleeNumber,
      ringTimeoutMs: 30_000,
      ...request,
    });
    this.#observe(leg);
    await this.settle();
    return leg;
  }

  /** Places a call that the first trunk answers. */
  async establishCall(): Promise<Leg> {
    const leg = await this.dial();
    this.first.reply(this.first.requests('INVITE')[0]!, 200, { sdp: descriptionOf() });
    await this.settle();
    return leg;
  }

  /** Lets all messages in transit be processed, without advancing the clock. */
  settle(): Promise<void> {
    return this.clock.advance(0);
  }

  /** Throws if a media port is still open. */
  async close(): Promise<void> {
    const closed = this.carrier.close();
    await this.clock.advance(20_000);
    await closed;
    await Promise.all([this.first.close(), this.second.close()]);
    if (this.engine.ports.some(({ isClosed }) => !isClosed)) throw new Error('a media port was left open');
  }

  #observe(leg: Leg): void {
    this.legs.push(leg);
    leg.on((event) => this.events.push(eventText(event)));
  }
}

function eventText(event: LegEvent | LegAudioEvent): string {
  if (event.type === 'leg-ended') return `ended: ${event.cause} ${event.status ?? ''}`.trimEnd();
  if (event.type === 'leg-ringing') return event.earlyMedia ? 'ringing with media' : 'ringing';
  if (event.type === 'digit-pressed') return `digit ${event.digit}`;
  return event.type.replace('leg-', '');
}
