import type { CallDependencies } from '../calls/open-session.ts';
import { idSource } from '../core/ids.ts';
import type { CallbackDialer } from '../dialer/callbacks/callback-dialer.ts';
import type { CalleeTimeResolver } from '../calls/callee-time-resolver.ts';
import type { CallingPermission } from '../dialer/calling-permission.ts';
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

/** Creates the callback dialer of this node. It must be started after the node accepts incoming calls. */
export async function openCallbacks(
  context: StartContext,
  callDependencies: CallDependencies,
  permission: CallingPermission,
): Promise<CallbackDialer> {
  const { CallbackDialer } = await import('../dialer/callbacks/callback-dialer.ts');
  const { clock, random } = context.dependencies;
  const ids = idSource(clock, random);
  const { callbackTries: maxAttempts, callbackDays } = context.config;
  const dialer = new CallbackDialer({
    ...callDependencies,
    ids,
    permission,
    maxAttempts,
    expiryMs: callbackDays * dayMs,
    isOverloaded: () => context.status.isOverloaded(),
  });
  context.closers.add('callbacks', () => dialer.drain());
  return dialer;
}
