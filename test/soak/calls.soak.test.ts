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
import { DroppingTransport } from './dropping-transport.ts';

const address = '127.0.0.1';
const localNumber = '+14155550100';
const remoteNumber = '+12025550123';
const concurrentCalls = 30;
/**
 * The behaviours of the calls, in rotation. The caller acts when the call rings or is answered, the callee when it rings.
 */
const behaviours = [
  'answered, callee hangs up',
  'answered, caller hangs up',
  'rejected',
  'cancelled while ringing',
  'rings out',
  'lost while ringing',
  'lost while talking',
] as const;
type Behaviour = (typeof behaviours)[number];

interface Side {
  readonly carrier: Carrier;
  readonly layer: SipTransactionLayer;
  readonly transport: DroppingTransport;
}

const clock = new CountingClock(fastClock(20));

async function openSide(engine: MediaEngine, trunkPort?: number): Promise<Side> {
  const transport = new DroppingTransport(await openUdpTransport({ address, port: 0, logger }));
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
    ownAddresses: { local: address },
    trunks: trunkPort === undefined ? [] : [trunk],
    isOwned: () => true,
    admitsLoopback: true,
    monitorsTrunks: false,
  });
  return { carrier, layer, transport };
}

/** Handles the call as the callee. The reference of the call determines the behaviour. */
async function handleInbound(leg: Leg): Promise<void> {
  const behaviour = behaviourOf(leg.reference);
  if (behaviour === 'rejected') leg.reject('busy');
  // Much later than the ring timeout of the caller, which can be late under machine load.
  else if (behaviour.includes('ring')) await hangUpLater(leg, 20_000);
  else {
    leg.audio.listen(100);
    await leg.answer().catch(() => undefined);
    if (behaviour !== 'answered, caller hangs up') await hangUpLater(leg, 3000);
  }
}

/** Places a call and resolves when it has ended. */
async function placeCall({ carrier, transport }: Side, index: number): Promise<string> {
  const reference = `call_${index}_${Math.random().toString(36).slice(2)}`;
  const behaviour = behaviourOf(reference);
  const leg = carrier.dial({ reference, from: localNumber, to: remoteNumber, ringTimeoutMs: 5000 });
  return await new Promise((resolve) =>
    leg.on((event) => {
      if (event.type === 'leg-ended') resolve(`${behaviour}: ${event.cause}`);
      else if (event.type === 'leg-ringing' && behaviour === 'lost while ringing')
        transport.droppedCallIds.add(reference);
      else if (event.type === 'leg-ringing' && behaviour === 'cancelled while ringing')
        void hangUpLater(leg, 500);
      else if (event.type === 'leg-answered') talk(leg, behaviour, transport);
    }),
  );
}

function talk(leg: Leg, behaviour: Behaviour, { droppedCallIds }: DroppingTransport): void {
  leg.audio.play(new Int16Array(4000));
  if (behaviour === 'lost while talking') droppedCallIds.add(leg.reference);
  if (behaviour !== 'answered, callee hangs up') void hangUpLater(leg, 2000);
}

async function hangUpLater(leg: Leg, delayMs: number): Promise<void> {
  await clock.sleep(delayMs);
  leg.hangup();
}

const behaviourOf = (reference: string): Behaviour =>
  behaviours[Number(reference.split('_')[1]) % behaviours.length]!;

/** Places calls, `concurrentCalls` at a time, and counts their ends. */
async function run(side: Side, from: number, count: number): Promise<Map<string, number>> {
  const ends = new Map<string, number>();
  let next = from;
  const worker = async () => {
    while (next < from + count) {
      const end = await placeCall(side, next++);
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: concurrentCalls }, worker));
  return ends;
}

async function untilIdle(sides: readonly Side[], engine: MediaEngine): Promise<void> {
  const isBusy = () =>
    clock.pendingTimers > 0 ||
    engine.load().calls > 0 ||
    sides.some(({ layer }) => layer.counts.client + layer.counts.server > 0);
  while (isBusy()) await new Promise((resolve) => setTimeout(resolve, 20));
}

const collectGarbage = () => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

/** Returns the open files and sockets of the process and the bytes of its heap. */
async function measureResources(): Promise<{ files: number; heapBytes: number }> {
  // Shared memory is freed by finalizers, which need an event loop turn.
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { files: readdirSync('/proc/self/fd').length, heapBytes: process.memoryUsage().heapUsed };
}

it.skipIf(process.platform !== 'linux')(
  '420 short calls, including rejected, cancelled and lost ones, release their resources (requires /proc)',
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
    callee.carrier.onIncoming((leg) => void handleInbound(leg));
    const sides = [caller, callee];
    // The first calls also load code and fill tables, which is not memory per call.
    await run(caller, 0, 210);
    await untilIdle(sides, engine);
    caller.transport.droppedCallIds.clear();
    const before = await measureResources();
    const ends = await run(caller, 0, 210);
    await untilIdle(sides, engine);
    caller.transport.droppedCallIds.clear();
    const after = await measureResources();
    expect(Object.fromEntries(ends)).toEqual({
      'answered, callee hangs up: far_hangup': 30,
      'answered, caller hangs up: near_hangup': 30,
      'rejected: busy': 30,
      'cancelled while ringing: cancelled': 30,
      'rings out: no_answer': 30,
      'lost while ringing: no_answer': 30,
      'lost while talking: near_hangup': 30,
    });
    expect(after.files).toBe(before.files);
    expect((after.heapBytes - before.heapBytes) / 210).toBeLessThan(2_000);
    await Promise.all(sides.map(({ carrier }) => carrier.close()));
    await engine.close();
  },
  60_000,
);
