import type { CallDependencies } from '../calls/open-session.ts';
import type { Carrier } from '../contracts/carrier.ts';
import type { Config } from '../core/config.ts';
import { idSource } from '../core/ids.ts';
import { isFictionalNumber } from '../core/phone-numbers.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { BatchDialer } from '../dialer/batches/batch-dialer.ts';
import type { CallingPermission } from '../dialer/calling-permission.ts';
import type { TrunkLimits } from '../dialer/batches/claim-capacity.ts';
import { networkOf } from '../domain/batches/number-networks.ts';
import { EgressClient } from '../egress/egress-client.ts';
import { EgressPolicy } from '../egress/egress-policy.ts';
import { reachableNetworksOf } from './networks.ts';
import type { StartContext } from './start-context.ts';
import { configuredTrunks } from './telephony.ts';

interface BatchParts {
  readonly carrier: Carrier;
  readonly permission: CallingPermission;
  readonly secrets: SecretBox;
}

/** Creates the batch dialer of this node. It must be started after the node accepts incoming calls. */
export async function openBatches(
  context: StartContext,
  callDependencies: CallDependencies,
  { carrier, permission, secrets }: BatchParts,
): Promise<BatchDialer> {
  const { BatchDialer } = await import('../dialer/batches/batch-dialer.ts');
  const { requestPredialCheck } = await import('../dialer/predial/request-predial-check.ts');
  const { clock, random } = context.dependencies;
  const policy = new EgressPolicy(context.config.webhookAllowCidrs ?? []);
  const egress = new EgressClient({ clock, policy });
  const { callReservePercent: reservePercent } = context.config;
  const reachable = reachableNetworksOf(context.config);
  const dialer = new BatchDialer({
    ...callDependencies,
    carrier,
    ids: idSource(clock, random),
    permission,
    limits: { trunks: trunkLimits(context.config), reservePercent },
    hasRoute: (number) => reachable[networkOf(number)],
    requestPredialCheck: (target, call) => requestPredialCheck(target, call, { egress, secrets, clock }),
    isOverloaded: (number) => context.status.isOverloaded(number),
  });
  context.closers.add('batches', async () => {
    await dialer.drain();
    egress.close();
  });
  return dialer;
}

/** Returns the limits of the configured trunk. The test network has none. */
export function trunkLimits(config: Config): TrunkLimits[] {
  const { trunkCallsPerSecond: callsPerSecond, trunkConcurrentCalls: concurrentCalls } = config;
  if (callsPerSecond === undefined && concurrentCalls === undefined) return [];
  const carries = (number: string): boolean => !isFictionalNumber(number);
  return configuredTrunks(config).map(({ name }) => ({ name, carries, callsPerSecond, concurrentCalls }));
}
