import type { Clock } from '../core/clock.ts';
import type { CallRow } from '../store/calls/calls.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import {
  listCallsOfNodes,
  listLostCalls,
  listOrphanedCalls,
  listStaleCalls,
} from '../store/calls/unfinished-calls.ts';
import { finishLostCall, type LostCallDependencies } from './finish-lost-call.ts';

const deadNodeCallsPerQuery = 1_000;
const callsPerQuery = 100;
const nodeDown = 'The node that handled the call went down.';
/** Number of calls that are ended at the same time. The other connections of the pool are for active calls. */
const workerCount = 4;

/**
 * Returns a sweep that ends the calls of dead nodes. Their media cannot be resumed. They are not dialed again, since it is unknown whether the phone
 * rang. A call is ended only if two consecutive runs find it, so that live nodes have time for a heartbeat after a database outage. Runs must be
 * seconds apart. Safe on several nodes at the same time. Each run returns the number of calls that it ended or found already ended.
 */
export function lostCallSweep(
  dependencies: LostCallDependencies & { readonly nodeId: string },
): () => Promise<number> {
  const { db, nodeId } = dependencies;
  return confirmedSweep(
    dependencies,
    () => listLostCalls(db.asSystem(), { exceptNodeId: nodeId, limit: deadNodeCallsPerQuery }),
    nodeDown,
  );
}

/** Returns a sweep that ends the calls found by two consecutive runs. `detail` is a sentence for the user. */
function confirmedSweep(
  dependencies: LostCallDependencies,
  find: () => Promise<CallRow[]>,
  detail: string,
): () => Promise<number> {
  let suspects: ReadonlySet<string> = new Set();
  return async () => {
    const calls = await find();
    const confirmed = calls.filter(({ id }) => suspects.has(id));
    suspects = new Set(calls.map(({ id }) => id));
    return endLostCalls(dependencies, confirmed, detail);
  };
}

/** The sweeps run even if the journal was not applied for this time, so that slots are released. */
const journalTimeoutMs = 60_000;

/**
 * Returns a function that runs the sweeps only after the journal was applied, since the journal may contain the ends of calls. If the journal was
 * not applied for `journalTimeoutMs`, the function runs the sweeps anyway. It must be called every few seconds. `isApplied`: whether all writes of
 * the journal were applied to the database.
 */
export function sweepsAfterJournal(
  clock: Pick<Clock, 'monotonicMs'>,
  sweeps: readonly (() => Promise<unknown>)[],
): (isApplied: boolean) => Promise<void> {
  let appliedAtMs = clock.monotonicMs();
  return async (isApplied) => {
    const nowMs = clock.monotonicMs();
    if (isApplied) appliedAtMs = nowMs;
    else if (nowMs - appliedAtMs < journalTimeoutMs) return;
    for (const sweep of sweeps) await sweep();
  };
}

/**
 * Ends lost calls and returns how many have ended, including calls that another node ended meanwhile. A call that cannot be ended does not stop the
 * others. `detail` is a sentence for the user.
 */
async function endLostCalls(
  dependencies: LostCallDependencies,
  calls: readonly CallRow[],
  detail: string,
): Promise<number> {
  let ended = 0;
  const queue = calls.values();
  const worker = async () => {
    for (const call of queue) if (await tryToFinish(dependencies, call, detail)) ended += 1;
  };
  await Promise.all(Array.from({ length: workerCount }, worker));
  if (ended > 0) dependencies.logger.warn({ calls: ended, detail }, 'Lost calls were ended.');
  return ended;
}

async function tryToFinish(
  dependencies: LostCallDependencies,
  call: CallRow,
  detail: string,
): Promise<boolean> {
  try {
    await finishLostCall(dependencies, call, detail);
    return true;
  } catch (error) {
    dependencies.logger.error(
      { err: error, callId: call.id },
      'A lost call could not be ended. The next sweep tries again.',
    );
    return false;
  }
}

/**
 * Returns a sweep that ends the calls of this node that have no session, because they failed between the insert of their row and the start of their
 * session. A call is ended only if two consecutive runs find it, so that calls which are being connected continue. Runs must be seconds apart. Each
 * run returns the number of calls that it ended.
 */
export function orphanedCallSweep(
  dependencies: LostCallDependencies & {
    readonly nodeId: string;
    /** Returns the ids of the calls that this node handles, or whose records it has not written yet. */
    readonly activeCallIds: () => readonly string[];
  },
): () => Promise<number> {
  const { db, nodeId, activeCallIds } = dependencies;
  return confirmedSweep(
    dependencies,
    () => listOrphanedCalls(db.asSystem(), { nodeId, activeCallIds: activeCallIds(), limit: callsPerQuery }),
    'The node has no session for this call.',
  );
}

/**
 * Ends the calls of nodes that are known to be dead, and returns how many have ended. To be called after their journal was applied. A call that could
 * not be ended is ended by a later run of `lostCallSweep`.
 */
export async function endCallsOfDeadNodes(
  dependencies: LostCallDependencies,
  nodeIds: readonly string[],
): Promise<number> {
  if (nodeIds.length === 0) return 0;
  const system = dependencies.db.asSystem();
  let ended = 0;
  for (;;) {
    const calls = await listCallsOfNodes(system, { nodeIds, limit: deadNodeCallsPerQuery });
    const endedNow = await endLostCalls(dependencies, calls, nodeDown);
    ended += endedNow;
    if (calls.length < deadNodeCallsPerQuery || endedNow < calls.length) return ended;
  }
}

/** A job that runs within this time after the deadline of its call (`notAfter`) cancels the queued call itself. */
const graceMs = 60_000;

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
      limit: callsPerQuery,
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
