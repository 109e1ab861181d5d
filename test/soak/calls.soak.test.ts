import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { Carrier, Leg } from '../../src/contracts/carrier.ts';
import { silentLogger as logger } from '../../src/core/logger.ts';
import { systemRandom as random } from '../../src/core/random.ts';
import { createMediaEngine } from '../../src/media/media-engine.ts';
import type { MediaEngine } from '../../src/media/media-port.ts';
import { createSipTransactionLayer } from '../../src/sip/create-transaction-layer.ts';
import { numericTarget } from '../../src/sip/locate-hop.ts';
import type { SipTransactionLayer } from '../../src/sip/transaction-layer.ts';
import { openUdpTransport } from '../../src/sip/transport/udp-transport.ts';
import { createSipCarrier } from '../../src/telephony/sip-carrier.ts';
import type { TrunkSettings } from '../../src/telephony/trunk.ts';
import { fastClock } from '../sip/fast-clock.ts';
import { CountingClock } from './counting-clock.ts';
import { VanishingTransport } from './vanishing-transport.ts';

const address = '127.0.0.1';
const ours = '+14155550100';
const theirs = '+12025550123';
const callsAtOnce = 30;
/** What both sides do with a call, by turns. Our part begins when the phone rings or is answered, theirs when it rings. */
const manners = [
  'answered, they hang up',
  'answered, we hang up',
  'refused',
  'given up while it rings',
  'rings out',
  'vanished while it rings',
  'vanished while we talk',
] as const;
type Manner = (typeof manners)[number];

interface Side {
  readonly carrier: Carrier;
  readonly layer: SipTransactionLayer;
  readonly transport: VanishingTransport;
}

const clock = new CountingClock(fastClock(20));

async function openSide(engine: MediaEngine, trunkPort?: number): Promise<Side> {
  const transport = new VanishingTransport(await openUdpTransport({ address, port: 0, logger }));
  const layer = createSipTransactionLayer({ clock, random, logger, transports: [transport] });
  const trunk: TrunkSettings = {
    name: 'other',
    host: address,
    port: trunkPort,
    transport: 'udp',
    carries: 'fictional',
  };
  const carrier = createSipCarrier({
    clock,
    random,
    logger,
    layer,
    engine,
    locate: (uri) => Promise.resolve([numericTarget(uri)!]),
    own: { local: address },
    trunks: trunkPort === undefined ? [] : [trunk],
    isOwned: () => true,
    admitsLoopback: true,
    monitorsTrunks: false,
  });
  return { carrier, layer, transport };
}

/** Their part: the reference tells the manner. */
async function take(leg: Leg): Promise<void> {
  const manner = mannerOf(leg.reference);
  if (manner === 'refused') leg.reject('busy');
  else if (manner.includes('rings') || manner.includes('given up')) await hangUpLater(leg, 6000);
  else {
    leg.audio.listen(100);
    await leg.answer().catch(() => undefined);
    if (manner !== 'answered, we hang up') await hangUpLater(leg, 3000);
  }
}

/** A call of ours, from the dialling to the end. */
async function place({ carrier, transport }: Side, index: number): Promise<string> {
  const reference = `call_${index}_${Math.random().toString(36).slice(2)}`;
  const manner = mannerOf(reference);
  const leg = carrier.dial({ reference, from: ours, to: theirs, ringTimeoutMs: 5000 });
  return await new Promise((resolve) =>
    leg.on((event) => {
      if (event.type === 'leg-ended') resolve(`${manner}: ${event.cause}`);
      else if (event.type === 'leg-ringing' && manner === 'vanished while it rings')
        transport.vanished.add(reference);
      else if (event.type === 'leg-ringing' && manner === 'given up while it rings')
        void hangUpLater(leg, 500);
      else if (event.type === 'leg-answered') talk(leg, manner, transport);
    }),
  );
}

function talk(leg: Leg, manner: Manner, { vanished }: VanishingTransport): void {
  leg.audio.play(new Int16Array(4000));
  if (manner === 'vanished while we talk') vanished.add(leg.reference);
  if (manner !== 'answered, they hang up') void hangUpLater(leg, 2000);
}

async function hangUpLater(leg: Leg, delayMs: number): Promise<void> {
  await clock.sleep(delayMs);
  leg.hangup();
}

const mannerOf = (reference: string): Manner => manners[Number(reference.split('_')[1]) % manners.length]!;

/** Places calls, `callsAtOnce` at a time, and counts their ends. */
async function run(side: Side, from: number, count: number): Promise<Map<string, number>> {
  const ends = new Map<string, number>();
  let next = from;
  const worker = async () => {
    while (next < from + count) {
      const end = await place(side, next++);
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, worker));
  return ends;
}

async function settled(sides: readonly Side[], engine: MediaEngine): Promise<void> {
  const isBusy = () =>
    clock.pendingTimers > 0 ||
    engine.load().calls > 0 ||
    sides.some(({ layer }) => layer.counts.client + layer.counts.server > 0);
  while (isBusy()) await new Promise((resolve) => setTimeout(resolve, 20));
}

const collect = () => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

/** What a process holds: sockets and files, and bytes of heap. */
async function held(): Promise<{ files: number; heapBytes: number }> {
  // Shared memory is given back by finalizers, which need a turn of their own.
  for (let i = 0; i < 3; i++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { files: readdirSync('/proc/self/fd').length, heapBytes: process.memoryUsage().heapUsed };
}

it.skipIf(process.platform !== 'linux')(
  '300 short calls, refused, cancelled and vanished ones among them, leave nothing behind (needs /proc)',
  async () => {
    const engine = await createMediaEngine({
      threads: 1,
      rtpPorts: [26_000, 27_599],
      localAddress: address,
      logger,
      clock,
    });
    const callee = await openSide(engine);
    const caller = await openSide(engine, callee.transport.sentBy.port);
    callee.carrier.onIncoming((leg) => void take(leg));
    const sides = [caller, callee];
    await run(caller, 0, 91);
    await settled(sides, engine);
    caller.transport.vanished.clear();
    const before = await held();
    const ends = await run(caller, 0, 210);
    await settled(sides, engine);
    caller.transport.vanished.clear();
    const after = await held();
    expect(Object.fromEntries(ends)).toEqual({
      'answered, they hang up: far_hangup': 30,
      'answered, we hang up: near_hangup': 30,
      'refused: busy': 30,
      'given up while it rings: cancelled': 30,
      'rings out: no_answer': 30,
      'vanished while it rings: no_answer': 30,
      'vanished while we talk: near_hangup': 30,
    });
    expect(after.files).toBe(before.files);
    expect((after.heapBytes - before.heapBytes) / 210).toBeLessThan(2_000);
    await Promise.all(sides.map(({ carrier }) => carrier.close()));
    await engine.close();
  },
  60_000,
);
