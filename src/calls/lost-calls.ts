import type { Clock } from '../core/clock.ts';
import type { CallRow } from '../store/calls/calls.ts';
import { listLostCalls } from '../store/calls/unfinished-calls.ts';
import { finishLostCall, type LostCallDependencies } from './finish-lost-call.ts';

const batchSize = 1_000;
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
    () => listLostCalls(db.asSystem(), { exceptNodeId: nodeId, limit: batchSize }),
    'The node that handled the call went down.',
  );
}

/** Returns a sweep that ends the calls found by two consecutive runs. `detail` is a sentence for the user. */
export function confirmedSweep(
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
export async function endLostCalls(
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
