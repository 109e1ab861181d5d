import type { Config } from '../core/config.ts';
import type { AvailableNetworks } from '../domain/batches/number-networks.ts';

/** The trunk of the settings carries every number, the test network its own. */
export function carriedNetworks({ trunkUrl, testNetwork }: Config): AvailableNetworks {
  const hasTrunk = trunkUrl !== undefined;
  return { phone: hasTrunk, test: hasTrunk || testNetwork };
}
