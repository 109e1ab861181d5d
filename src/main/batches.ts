import type { Config } from '../core/config.ts';
import { idSource } from '../core/ids.ts';
import { isFictionalNumber } from '../core/phone-numbers.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { BatchCallPlacer } from '../dialer/batches/batch-call-placer.ts';
import type { BatchDialer } from '../dialer/batches/batch-dialer.ts';
import type { TrunkLimits } from '../dialer/batches/claim-capacity.ts';
import type { DialDependencies } from '../dialer/dial-call.ts';
import { networkOf } from '../domain/batches/number-networks.ts';
import { EgressClient } from '../egress/egress-client.ts';
import { EgressPolicy } from '../egress/egress-policy.ts';
import type { RatePlanTable } from '../domain/rate-plan.ts';
import type { Database } from '../store/database.ts';
import { hasCallCapacity, openCallingHours } from './callbacks.ts';
import { reachableNetworksOf } from './networks.ts';
import type { StartContext } from './start-context.ts';
import { configuredTrunks } from './telephony.ts';

/** The calls of batches on a node with the role `media`. */
export interface BatchCalls {
  readonly dialing: DialDependencies;
  readonly placer: BatchCallPlacer;
}

/** Creates the part that dials the claimed calls of batches on this node. */
export async function openBatchCalls(context: StartContext, dialing: DialDependencies): Promise<BatchCalls> {
  const { BatchCallPlacer } = await import('../dialer/batches/batch-call-placer.ts');
  const isOverloaded = (number?: string) => context.status.isOverloaded(number);
  const placer = new BatchCallPlacer({ ...dialing, isOverloaded });
  context.closers.add('calls of batches', () => placer.drain());
  placer.start();
  return { dialing, placer };
}

interface BatchParts {
  readonly database: Database;
  readonly ratePlans: RatePlanTable;
  readonly secrets: SecretBox;
  /** Undefined without the role `media`. */
  readonly batchCalls: BatchCalls | undefined;
}

/**
 * Starts the batch dialer on nodes with the role `worker`. A node that also has the role `media` dials the calls that it
 * claims. Returns undefined on other nodes.
 */
export async function startBatches(
  context: StartContext,
  { database, ratePlans, secrets, batchCalls }: BatchParts,
): Promise<BatchDialer | undefined> {
  if (!context.config.roles.includes('worker')) return undefined;
  const { BatchDialer } = await import('../dialer/batches/batch-dialer.ts');
  const { requestPredialCheck } = await import('../dialer/predial/request-predial-check.ts');
  const { permission } = await openCallingHours(context);
  const { clock, random } = context.dependencies;
  const policy = new EgressPolicy(context.config.webhookAllowCidrs ?? []);
  const egress = new EgressClient({ clock, policy });
  const { callReservePercent: reservePercent } = context.config;
  const reachable = reachableNetworksOf(context.config);
  const dialer = new BatchDialer({
    ...context.dependencies,
    db: database,
    nodeId: context.nodeId,
    ratePlans,
    carrier: batchCalls?.dialing.carrier ?? { name: 'unassigned' },
    ids: idSource(clock, random),
    permission,
    limits: { trunks: trunkLimits(context.config), reservePercent },
    hasRoute: (number) => reachable[networkOf(number)],
    requestPredialCheck: (target, call) => requestPredialCheck(target, call, { egress, secrets, clock }),
    hasCapacity: () => hasCallCapacity(context, database),
    local: batchCalls && { placer: batchCalls.placer, providers: batchCalls.dialing.providers },
  });
  context.closers.add('batches', async () => {
    await dialer.drain();
    egress.close();
  });
  dialer.start();
  return dialer;
}

/** Returns the limits of the configured trunk. The test network has none. */
export function trunkLimits(config: Config): TrunkLimits[] {
  const { trunkCallsPerSecond: callsPerSecond, trunkConcurrentCalls: concurrentCalls } = config;
  if (callsPerSecond === undefined && concurrentCalls === undefined) return [];
  const carries = (number: string): boolean => !isFictionalNumber(number);
  return configuredTrunks(config).map(({ name }) => ({ name, carries, callsPerSecond, concurrentCalls }));
}
