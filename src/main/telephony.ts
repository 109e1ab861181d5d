import type { Carrier } from '../contracts/carrier.ts';
import type { Config } from '../core/config.ts';
import type { MediaEngine } from '../media/media-port.ts';
import type { Database } from '../store/database.ts';
import type { TrunkSettings } from '../telephony/trunk.ts';
import type { StartContext } from './start-context.ts';
import { openTestNetwork, withHints } from './test-network.ts';
import type { Voices } from './voices.ts';

/** SIP, with the trunks that calls go out by: the test network's for fictional numbers, then the operator's. */
export async function openSip(
  context: StartContext,
  database: Database,
  engine: MediaEngine,
  voices: Voices,
): Promise<Carrier> {
  const { openSipCarrier } = await import('../telephony/open-sip-carrier.ts');
  const { findOwnedNumberByE164 } = await import('../store/numbers/find-owned-number.ts');
  const { sipHost, sipPort, publicIp, testNetwork } = context.config;
  const network = testNetwork ? await openTestNetwork(context, engine, voices) : undefined;
  const { carrier, port } = await openSipCarrier({
    ...context.surroundings,
    engine,
    trunks: [...(network === undefined ? [] : [network.trunk]), ...firstTrunk(context.config)],
    address: sipHost,
    port: sipPort,
    publicAddress: publicIp,
    portSetting: 'PARLEY_SIP_PORT',
    isOwned: async (e164) => (await findOwnedNumberByE164(database.asSystem(), { e164 })) !== undefined,
    admitsLoopback: testNetwork,
  });
  context.closers.add('SIP', () => carrier.close());
  context.checks.push({ name: 'sip', check: () => carrier.checkHealth(), outside: true });
  context.listening.push(`SIP on ${sipHost}:${port}, UDP and TCP`);
  return network === undefined ? carrier : withHints(carrier, network.expectPrompts);
}

/** The trunk of the settings, if there is one. */
export function firstTrunk(config: Config): TrunkSettings[] {
  const { trunkUrl, trunkRegister: register, trunkSources: allowedSourceAddresses = [] } = config;
  if (trunkUrl === undefined) return [];
  return [{ name: trunkUrl.host, ...trunkUrl, register, allowedSourceAddresses }];
}
