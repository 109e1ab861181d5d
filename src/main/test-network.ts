import type { Carrier } from '../contracts/carrier.ts';
import { isFictionalNumber } from '../core/phone-numbers.ts';
import type { MediaEngine } from '../media/media-port.ts';
import type { TestNetwork } from '../telephony/test-network/test-network.ts';
import type { TrunkSettings } from '../telephony/trunk.ts';
import { TestNetworkCapacity } from './test-network-capacity.ts';
import type { StartContext } from './start-context.ts';
import type { Voices } from './voices.ts';

/**
 * Those whose answers the built-in recogniser tells best from what was not expected. The clear one comes second: by the third
 * digit from the end, a 1 in every American number, it speaks for odd ones. The other one's dates are not always understood.
 */
const voiceIds = ['kal16', 'awb'];

/** Simulated people on the phone at once. */
const callsMost = 2_000;

/** The trunk that leads to the simulated people, who tells them what they may hear, and whether there is room for more of them. */
export interface TestNetworkAccess {
  readonly trunk: TrunkSettings;
  readonly expectPrompts: TestNetwork['expectPrompts'];
  readonly room: TestNetworkCapacity;
}

/** Simulated people on a SIP socket of their own, next to ours. */
export async function openTestNetwork(
  context: StartContext,
  engine: MediaEngine,
  voices: Voices,
): Promise<TestNetworkAccess> {
  const { openSipCarrier } = await import('../telephony/open-sip-carrier.ts');
  const { createTestNetwork } = await import('../telephony/test-network/test-network.ts');
  const { config, surroundings, closers, listening } = context;
  const address = reachable(config.sipHost);
  const { carrier, port } = await openSipCarrier({
    ...surroundings,
    name: 'test-network',
    // The call has its own end here already: whoever is called is on the same machine, and is no one to refuse it.
    engine: { openPort: (options) => engine.openPort({ ...options, ignoreOverload: true }) },
    trunks: [{ name: 'parley', host: address, transport: 'udp', carries: 'fictional' }],
    address,
    port: 0,
    isOwned: isFictionalNumber,
    admitsLoopback: true,
    monitorsTrunks: false,
  });
  const network = createTestNetwork({ ...surroundings, ...voices, carrier, voiceIds, maxCalls: callsMost });
  const room = new TestNetworkCapacity({
    portsFree: () => engine.load().portsFree,
    streamsFree: () => voices.speechToText.freeStreams ?? Infinity,
    activeCalls: () => network.activeCalls,
    maxCalls: callsMost,
  });
  knowOfRoom(context, room);
  closers.add('test network', () => network.close());
  listening.push(`Test network on ${address}:${port}, for fictional numbers such as +1 202 555 0100`);
  return {
    trunk: { name: 'test-network', host: address, port, transport: 'udp', carries: 'fictional' },
    expectPrompts: network.expectPrompts.bind(network),
    room,
  };
}

/** For a call to one of them, this machine is overloaded where it has no room for them. */
function knowOfRoom({ status }: StartContext, room: TestNetworkCapacity): void {
  const { overloaded } = status;
  status.overloaded = (number) =>
    overloaded(number) || (number !== undefined && isFictionalNumber(number) && !room.hasCapacity);
}

function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

/**
 * The simulated people listen with a grammar, so they are told what they may hear; other carriers have no use for it. Calls to them are
 * counted until they ring.
 */
export function leadingToPeople(carrier: Carrier, { expectPrompts, room }: TestNetworkAccess): Carrier {
  return {
    name: carrier.name,
    dial(request) {
      if (!isFictionalNumber(request.to)) return carrier.dial(request);
      expectPrompts(request.reference, request.promptHints ?? []);
      const leg = carrier.dial(request);
      room.trackSetup(leg);
      return leg;
    },
    onIncoming: (handler) => carrier.onIncoming(handler),
    checkHealth: () => carrier.checkHealth(),
    close: () => carrier.close(),
  };
}
