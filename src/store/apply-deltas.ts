import type { Scope } from './database.ts';
import type { Queryable, Statement } from './queryable.ts';

const deltasPerStatement = 50_000;
const repeatableRead: Statement = { text: 'set transaction isolation level repeatable read' };
const lock: Statement = {
  name: 'lock_deltas',
  text: 'select pg_try_advisory_xact_lock($1) as locked',
};

/** Counters and their table of pending deltas. */
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

/** Does the same within a transaction, as its first statements. The snapshot of the transaction excludes later deltas. */
export async function applyDeltasWithin(
  tx: Queryable,
  { lock: deltaLock, apply }: DeltaCounts,
): Promise<boolean> {
  await tx.write(repeatableRead);
  const row = await tx.row<{ locked: boolean }>(lock, [deltaLock]);
  if (!row!.locked) return false;
  let applied: number;
  do {
    applied = (await tx.row<{ deltas: number }>(apply, [deltasPerStatement]))!.deltas;
  } while (applied === deltasPerStatement);
  return true;
}
