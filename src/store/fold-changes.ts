import type { Scope } from './database.ts';
import type { Queryable, Statement } from './queryable.ts';

const changesAtOnce = 50_000;
const steady: Statement = { text: 'set transaction isolation level repeatable read' };
const lock: Statement = {
  name: 'lock_fold_of_changes',
  text: 'select pg_try_advisory_xact_lock($1) as locked',
};

/** Counts, and what has changed since they were last right. */
export interface FoldedCounts {
  /** Two folders at once would meet at the same rows; the number is arbitrary and Parley's own. */
  readonly lock: number;
  /** Takes as many changes as its parameter says, adds them to the counts, and answers how many there were as `changes`. */
  readonly fold: Statement;
}

/** Adds to the counts what has changed since the last time. False where another process is at it. */
export function foldChanges(system: Scope, counts: FoldedCounts): Promise<boolean> {
  return system.transaction((tx) => foldWithin(tx, counts));
}

/** The same, as the first thing of a transaction that sees nothing that comes later. */
export async function foldWithin(tx: Queryable, { lock: foldLock, fold }: FoldedCounts): Promise<boolean> {
  await tx.write(steady);
  const row = await tx.row<{ locked: boolean }>(lock, [foldLock]);
  if (!row!.locked) return false;
  let taken: number;
  do {
    taken = (await tx.row<{ changes: number }>(fold, [changesAtOnce]))!.changes;
  } while (taken === changesAtOnce);
  return true;
}
