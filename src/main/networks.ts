import type { Config } from '../core/config.ts';
import type { AvailableNetworks } from '../domain/batches/number-networks.ts';

/** Returns which networks are reachable: the configured trunk carries every number, the test network only its own. */
export function reachableNetworksOf({ trunkUrl, testNetwork }: Config): AvailableNetworks {
  const hasTrunk = trunkUrl !== undefined;
  return { phone: hasTrunk, test: hasTrunk || testNetwork };
}
