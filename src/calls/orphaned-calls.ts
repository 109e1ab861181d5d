import { listOrphanedCalls } from '../store/calls/list-orphaned-calls.ts';
import { finishLostCall } from './lost-calls.ts';
import type { CallHost } from './open-session.ts';
import type { SessionRegistry } from './session-registry.ts';

const batchSize = 100;

/**
 * Ends the calls of this node that no session carries: those whose record was given up while the database was away, or that failed
 * between their row and their session. Each run ends what the run before had found already, so that a call which is just being
 * connected is left alone; runs must be seconds apart. A run answers how many there were.
 */
export function orphanedCallSweep(
  host: Pick<CallHost, 'db' | 'clock' | 'logger' | 'nodeId'> & {
    readonly sessions: Pick<SessionRegistry, 'callIds'>;
  },
): () => Promise<number> {
  const { db, logger, nodeId, sessions } = host;
  let suspects: ReadonlySet<string> = new Set();
  return async () => {
    const carried = sessions.callIds;
    const found = await listOrphanedCalls(db.asSystem(), { nodeId, carried, limit: batchSize });
    const orphans = found.filter(({ id }) => suspects.has(id));
    suspects = new Set(found.map(({ id }) => id));
    for (const call of orphans) await finishLostCall(host, call, 'The record of the call was lost.');
    if (orphans.length > 0) logger.warn({ calls: orphans.length }, 'Calls that nothing carried were ended.');
    return orphans.length;
  };
}
