import type { Database } from '../store/database.ts';
import { isNodeAlive } from '../store/nodes/is-node-alive.ts';
import type { SipCarrier } from '../telephony/sip-carrier.ts';
import type { DialogLogWriter } from '../telephony/dialog-log-writer.ts';
import { every, isAlone, type StartContext } from './start-context.ts';

/** How often processes are looked for that died and of whose death there is no proof. */
const lookEveryMs = 5_000;

/**
 * Ends towards the network the calls of the processes that worked on this data folder: at once where they are proven to be gone, else
 * when their lease was out in two runs in a row, since a database that was away keeps the living from saying so.
 */
export async function endAbandonedCalls(
  context: StartContext,
  database: Database,
  {
    carrier,
    dialogLog,
  }: { readonly carrier: SipCarrier; readonly dialogLog: Pick<DialogLogWriter, 'otherNodes' | 'takeOver'> },
): Promise<void> {
  const { logger } = context.surroundings;
  const end = async (nodeId: string) => {
    const kept = await dialogLog.takeOver(nodeId);
    for (const one of kept) carrier.endOrphanedCall(one);
    if (kept.length > 0) logger.warn({ calls: kept.length }, 'Abandoned SIP calls are hung up.');
  };
  const isGone = (nodeId: string) => isAlone(context) || context.deadNodeIds.includes(nodeId);
  for (const nodeId of (await dialogLog.otherNodes()).filter(isGone)) await end(nodeId);
  let suspects: ReadonlySet<string> = new Set();
  every(context, lookEveryMs, async () => {
    const silent: string[] = [];
    for (const nodeId of await dialogLog.otherNodes())
      if (!(await isNodeAlive(database.asSystem(), { nodeId }))) silent.push(nodeId);
    for (const nodeId of silent.filter((one) => suspects.has(one))) await end(nodeId);
    suspects = new Set(silent);
  });
}
