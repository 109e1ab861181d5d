import { finishCall } from '../store/calls/finish-call.ts';
import { listStaleCalls } from '../store/calls/list-stale-calls.ts';
import type { LostCallHost } from './finish-lost-call.ts';

/** A job that is late by less ends its call itself. */
const patienceMs = 60_000;
const batchSize = 100;

/**
 * Ends the calls that wait to be placed though it is too late: their job gave up, and nobody else would. Whoever dials one at the same
 * moment comes first or finds it ended. A run answers how many calls it ended.
 */
export function staleCallSweep({
  db,
  clock,
  logger,
}: Pick<LostCallHost, 'db' | 'clock' | 'logger'>): () => Promise<number> {
  return async () => {
    const at = new Date(clock.now());
    const before = new Date(at.getTime() - patienceMs);
    let ended = 0;
    for (const { id: callId, workspaceId } of await listStaleCalls(db.asSystem(), {
      before,
      limit: batchSize,
    })) {
      const call = await finishCall(db.inWorkspace(workspaceId), {
        workspaceId,
        callId,
        from: ['queued'],
        endReason: 'cancelled',
        endDetail: 'It was too late to place the call.',
        at,
        disposition: { code: 'cancelled', status: 'completed' },
      });
      if (call !== undefined) ended += 1;
    }
    if (ended > 0) logger.warn({ calls: ended }, 'Calls that nobody placed were ended.');
    return ended;
  };
}
