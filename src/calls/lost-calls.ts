import type { Clock } from '../core/clock.ts';
import type { CallRow } from '../store/calls/call-row.ts';
import { listLostCalls } from '../store/calls/list-lost-calls.ts';
import { finishLostCall, type LostCallHost } from './finish-lost-call.ts';

const batchSize = 1_000;
/** Calls ended at once; the other connections of the pool are for those under way. */
const lanes = 4;

/**
 * Ends the calls whose node died: their sound is gone, and whether a phone that was being dialed rang is unknown, so nobody is
 * dialed again. Each run ends what the run before had found already, so that nodes which live have time to say so after the database
 * was away; runs must be seconds apart. Safe to run on several nodes at once. A run answers how many calls it ended.
 */
export function lostCallSweep(host: LostCallHost & { readonly nodeId: string }): () => Promise<number> {
  const { db, nodeId } = host;
  return sweepOf(
    host,
    () => listLostCalls(db.asSystem(), { exceptNodeId: nodeId, limit: batchSize }),
    'The machine that carried the call went down.',
  );
}

/** Ends the calls that two runs in a row found. `detail` is a sentence for people. */
export function sweepOf(
  host: LostCallHost,
  find: () => Promise<CallRow[]>,
  detail: string,
): () => Promise<number> {
  let suspects: ReadonlySet<string> = new Set();
  return async () => {
    const found = await find();
    const lost = found.filter(({ id }) => suspects.has(id));
    suspects = new Set(found.map(({ id }) => id));
    return endLostCalls(host, lost, detail);
  };
}

/** While the journal cannot be stored calls are taken for lost no sooner than this: places must not be held for ever. */
const journalPatienceMs = 60_000;

/**
 * Runs the sweeps when the journal has been stored: of a call whose end stands in it is known what became of it. To be called every few
 * seconds, with whether it could be stored just now.
 */
export function sweepsBehindJournal(
  clock: Pick<Clock, 'monotonicMs'>,
  sweeps: readonly (() => Promise<unknown>)[],
): (isStored: boolean) => Promise<void> {
  let storedAtMs = clock.monotonicMs();
  return async (isStored) => {
    const nowMs = clock.monotonicMs();
    if (isStored) storedAtMs = nowMs;
    else if (nowMs - storedAtMs < journalPatienceMs) return;
    for (const sweep of sweeps) await sweep();
  };
}

/** Ends calls that are known to be lost; how many. One that cannot be ended keeps no other from it. `detail` is a sentence for people. */
export async function endLostCalls(
  host: LostCallHost,
  calls: readonly CallRow[],
  detail: string,
): Promise<number> {
  let ended = 0;
  const waiting = calls.values();
  const lane = async () => {
    for (const call of waiting) if (await tryToFinish(host, call, detail)) ended += 1;
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (ended > 0) host.logger.warn({ calls: ended, detail }, 'Calls that nothing carried were ended.');
  return ended;
}

async function tryToFinish(host: LostCallHost, call: CallRow, detail: string): Promise<boolean> {
  try {
    await finishLostCall(host, call, detail);
    return true;
  } catch (error) {
    host.logger.error({ err: error, callId: call.id }, 'A lost call could not be ended; it is tried again.');
    return false;
  }
}
