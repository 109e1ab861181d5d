import type { Database } from '../store/database.ts';
import { isNodeAlive } from '../store/nodes/is-node-alive.ts';
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
  const end = async (nodeId: string) => {
    const kept = await dialogLog.takeOver(nodeId);
    for (const one of kept) carrier.endOrphanedCall(one);
    if (kept.length > 0) logger.warn({ calls: kept.length }, 'Abandoned SIP calls are hung up.');
  };
  const isGone = (nodeId: string) => isOnlyNode(context) || context.deadNodeIds.includes(nodeId);
  for (const nodeId of (await dialogLog.otherNodes()).filter(isGone)) await end(nodeId);
  let suspects: ReadonlySet<string> = new Set();
  runPeriodically(context, sweepEveryMs, async () => {
    const silent: string[] = [];
    for (const nodeId of await dialogLog.otherNodes())
      if (!(await isNodeAlive(database.asSystem(), { nodeId }))) silent.push(nodeId);
    for (const nodeId of silent.filter((one) => suspects.has(one))) await end(nodeId);
    suspects = new Set(silent);
  });
}
