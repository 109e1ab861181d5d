import { finishCall } from '../store/calls/finish-call.ts';
import { listStaleCalls } from '../store/calls/unfinished-calls.ts';
import type { LostCallDependencies } from './finish-lost-call.ts';

/** A job that runs within this time after the deadline of its call (`notAfter`) cancels the queued call itself. */
const graceMs = 60_000;
const batchSize = 100;

/**
 * Returns a sweep that ends queued calls whose job expired before they were placed. If a node dials such a call at the same moment, either the dial
 * or the sweep succeeds. Each run returns the number of calls that it ended.
 */
export function staleCallSweep({
  db,
  clock,
  logger,
}: Pick<LostCallDependencies, 'db' | 'clock' | 'logger'>): () => Promise<number> {
  return async () => {
    const at = new Date(clock.now());
    const before = new Date(at.getTime() - graceMs);
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
        endDetail: 'The call was not placed in time.',
        at,
        disposition: { code: 'cancelled', status: 'completed' },
      });
      if (call !== undefined) ended += 1;
    }
    if (ended > 0) logger.warn({ calls: ended }, 'Expired queued calls were ended.');
    return ended;
  };
}
