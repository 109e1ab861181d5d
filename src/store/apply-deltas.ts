import type { Scope } from './database.ts';
import type { Queryable, Statement } from './queryable.ts';

const deltasPerStatement = 50_000;
const repeatableRead: Statement = { text: 'set transaction isolation level repeatable read' };
const lock: Statement = {
  name: 'lock_deltas',
  text: 'select pg_try_advisory_xact_lock($1) as locked',
};

/** Counters with a table of deltas that are not applied yet. */
export interface DeltaCounts {
  /** Advisory lock, since two processes would update the same rows. The number is arbitrary. */
  readonly lock: number;
  /**
   * Deletes at most as many deltas as its parameter, adds them to the counters, and returns their number as `deltas`.
   */
  readonly apply: Statement;
}

/** Applies all deltas to the counters. Returns false if another process is applying them. */
export function applyDeltas(system: Scope, counts: DeltaCounts): Promise<boolean> {
  return system.transaction((tx) => applyDeltasWithin(tx, counts));
}

/** Does the same as the first statements of a transaction, which then has a snapshot without later deltas. */
export async function applyDeltasWithin(
  tx: Queryable,
  { lock: deltaLock, apply }: DeltaCounts,
): Promise<boolean> {
  await tx.write(repeatableRead);
  const row = await tx.row<{ locked: boolean }>(lock, [deltaLock]);
  if (!row!.locked) return false;
  let taken: number;
  do {
    taken = (await tx.row<{ deltas: number }>(apply, [deltasPerStatement]))!.deltas;
  } while (taken === deltasPerStatement);
  return true;
}
