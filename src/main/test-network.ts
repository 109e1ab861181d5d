import type { Carrier } from '../contracts/carrier.ts';
import { isFictionalNumber } from '../core/phone-numbers.ts';
import type { MediaEngine } from '../media/media-port.ts';
import type { TestNetwork } from '../telephony/test-network/test-network.ts';
import type { TrunkSettings } from '../telephony/trunk.ts';
import { TestNetworkCapacity } from './test-network-capacity.ts';
import type { StartContext } from './start-context.ts';
import type { SpeechProviders } from './providers.ts';

/**
 * The voices that the built-in recogniser understands best. The clearer one is second: it is used if the third digit from the end is odd,
 * as in every American number (1). Dates of the other voice are not always understood.
 */
const voiceIds = ['kal16', 'awb'];

/** Maximum number of simultaneous calls. */
const maxCalls = 2_000;

/** The trunk to the simulated people, the function that announces their calls, and the capacity of the test network. */
export interface TestNetworkAccess {
  readonly trunk: TrunkSettings;
  readonly expectCall: TestNetwork['expectCall'];
  readonly capacity: TestNetworkCapacity;
}

/** Starts the simulated people on a separate SIP socket. */
export async function openTestNetwork(
  context: StartContext,
  engine: MediaEngine,
  speechProviders: SpeechProviders,
): Promise<TestNetworkAccess> {
  const { openSipCarrier } = await import('../telephony/open-sip-carrier.ts');
  const { createTestNetwork } = await import('../telephony/test-network/test-network.ts');
  const { config, dependencies, closers, listening } = context;
  const address = connectableAddress(config.sipHost);
  const { carrier, port } = await openSipCarrier({
    ...dependencies,
    name: 'test-network',
    // The outbound side of the call, on the same machine, has already passed the overload check.
    engine: { openPort: (options) => engine.openPort({ ...options, ignoreOverload: true }) },
    trunks: [{ name: 'parley', host: address, transport: 'udp', carries: 'fictional' }],
    address,
    port: 0,
    isOwned: isFictionalNumber,
    admitsLoopback: true,
    monitorsTrunks: false,
  });
  const network = createTestNetwork({
    ...dependencies,
    ...speechProviders,
    carrier,
    voiceIds,
    maxCalls,
  });
  const capacity = new TestNetworkCapacity({
    portsFree: () => engine.load().portsFree,
    streamsFree: () => speechProviders.speechToText.freeStreams ?? Infinity,
    activeCalls: () => network.activeCalls,
    maxCalls,
  });
  limitByCapacity(context, capacity);
  closers.add('test network', () => network.close());
  listening.push(`Test network on ${address}:${port}, for fictional numbers such as +1 202 555 0100`);
  return {
    trunk: { name: 'test-network', host: address, port, transport: 'udp', carries: 'fictional' },
    expectCall: network.expectCall.bind(network),
    capacity,
  };
}

/** Marks the node as overloaded for calls to the test network while the test network has no capacity. */
function limitByCapacity({ status }: StartContext, capacity: TestNetworkCapacity): void {
  const { isOverloaded } = status;
  status.isOverloaded = (number) =>
    isOverloaded(number) || (number !== undefined && isFictionalNumber(number) && !capacity.hasCapacity);
}

/** Returns an address to which this machine can connect if the service listens on `host`. */
function connectableAddress(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

/**
 * Returns a carrier for calls to all numbers. For a call to a simulated person, it also passes the prompts and the speech of the agent to the
 * test network. It counts the call as in setup until the call rings.
 */
export function routesToTestNetwork(carrier: Carrier, { expectCall, capacity }: TestNetworkAccess): Carrier {
  return {
    name: carrier.name,
    dial(request) {
      if (!isFictionalNumber(request.to)) return carrier.dial(request);
      expectCall(request);
      const leg = carrier.dial(request);
      capacity.trackSetup(leg);
      return leg;
    },
    onIncoming: (handler) => carrier.onIncoming(handler),
    checkHealth: () => carrier.checkHealth(),
    close: () => carrier.close(),
  };
}
