import type { Database } from '../store/database.ts';
import { isNodeAlive } from '../store/nodes.ts';
import type { SipCarrier } from '../telephony/sip-carrier.ts';
import type { DialogLogWriter } from '../telephony/dialog-log-writer.ts';
import { runPeriodically, isOnlyNode, type StartContext } from './start-context.ts';

/** Interval of the search for dead processes whose death is not proven. */
const sweepEveryMs = 5_000;

/**
 * Hangs up the calls of earlier processes on this data folder: at once if a process is proven dead, otherwise when its lease has
 * expired in two consecutive sweeps, because an unavailable database also prevents heartbeats of live nodes.
 */
export async function endAbandonedCalls(
  context: StartContext,
  database: Database,
  {
    carrier,
    dialogLog,
  }: { readonly carrier: SipCarrier; readonly dialogLog: Pick<DialogLogWriter, 'otherNodes' | 'takeOver'> },
): Promise<void> {
  const { logger } = context.dependencies;
  const endCallsOf = async (nodeId: string) => {
    const dialogs = await dialogLog.takeOver(nodeId);
    for (const dialog of dialogs) carrier.endOrphanedCall(dialog);
    if (dialogs.length > 0) logger.warn({ calls: dialogs.length }, 'Abandoned SIP calls are hung up.');
  };
  const isProvenDead = (nodeId: string) => isOnlyNode(context) || context.deadNodeIds.includes(nodeId);
  for (const nodeId of (await dialogLog.otherNodes()).filter(isProvenDead)) await endCallsOf(nodeId);
  let previouslyExpired: ReadonlySet<string> = new Set();
  runPeriodically(context, sweepEveryMs, async () => {
    const expired: string[] = [];
    for (const nodeId of await dialogLog.otherNodes())
      if (!(await isNodeAlive(database.asSystem(), { nodeId }))) expired.push(nodeId);
    for (const nodeId of expired.filter((id) => previouslyExpired.has(id))) await endCallsOf(nodeId);
    previouslyExpired = new Set(expired);
  });
}
