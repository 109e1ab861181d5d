import { idSource } from '../core/ids.ts';
import type { CallbackDialer } from '../dialer/callbacks/callback-dialer.ts';
import type { CalleeTimeResolver } from '../calls/callee-time-resolver.ts';
import type { CallingPermission } from '../dialer/calling-permission.ts';
import type { RatePlanTable } from '../domain/rate-plan.ts';
import type { Database } from '../store/database.ts';
import { hasNodeForCalls } from '../store/nodes.ts';
import { loadNumberZones } from './number-zones.ts';
import type { StartContext } from './start-context.ts';

const dayMs = 86_400_000;

/** Opens the calling rules and the lookup of callee time zones. */
export async function openCallingHours({
  config: { zoneWhenUnknown },
}: StartContext): Promise<{ permission: CallingPermission; calleeTimes: CalleeTimeResolver }> {
  const { LegalCallingHours } = await import('../dialer/calling-permission.ts');
  const { CalleeTimeResolver } = await import('../calls/callee-time-resolver.ts');
  const zones = await loadNumberZones();
  const permission = new LegalCallingHours({ zones, zoneWhenUnknown });
  return { permission, calleeTimes: new CalleeTimeResolver({ zones, hours: permission }) };
}

/** Returns whether this node can place another call, or without the role `media`, whether another node can. */
export async function hasCallCapacity(
  { config, status }: StartContext,
  database: Database,
): Promise<boolean> {
  return config.roles.includes('media') ? !status.isOverloaded() : hasNodeForCalls(database.asSystem());
}

/**
 * Starts the callback dialer on nodes with the role `worker`. It stores the calls, and nodes with the role `media` place them. Returns
 * undefined on other nodes.
 */
export async function startCallbacks(
  context: StartContext,
  database: Database,
  ratePlans: RatePlanTable,
): Promise<CallbackDialer | undefined> {
  const { roles, callbackTries: maxAttempts, callbackDays } = context.config;
  if (!roles.includes('worker')) return undefined;
  const { CallbackDialer } = await import('../dialer/callbacks/callback-dialer.ts');
  const { permission } = await openCallingHours(context);
  const { clock, logger, random } = context.dependencies;
  const { nodeId } = context;
  const dialer = new CallbackDialer({
    db: database,
    clock,
    logger,
    ids: idSource(clock, random),
    nodeId,
    ratePlans,
    permission,
    maxAttempts,
    expiryMs: callbackDays * dayMs,
    hasCapacity: () => hasCallCapacity(context, database),
  });
  context.closers.add('callbacks', () => dialer.drain());
  dialer.start();
  return dialer;
}
