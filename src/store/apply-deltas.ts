import type { Scope } from './database.ts';
import type { Queryable, Statement } from './queryable.ts';

const deltasPerStatement = 50_000;
const repeatableRead: Statement = { text: 'set transaction isolation level repeatable read' };
const tryLock: Statement = {
  name: 'lock_deltas',
  text: 'select pg_try_advisory_xact_lock($1) as locked',
};

/** Counters whose changes are first written as deltas, and later applied. */
export interface DeltaCounters {
  /** Advisory lock, since two processes would update the same rows. The number is arbitrary. */
  readonly lockId: number;
  /**
   * Deletes at most `$1` deltas, adds them to the counters, and returns the number of deleted deltas as `deltas`.
   */
  readonly apply: Statement;
}

/** Applies all deltas to the counters. Returns false if another process is applying them. */
export function applyDeltas(system: Scope, counts: DeltaCounters): Promise<boolean> {
  return system.transaction((tx) => applyDeltasWithin(tx, counts));
}

/** Applies all deltas within `tx`, which must not have run a statement before. The snapshot of `tx` excludes later deltas. */
export async function applyDeltasWithin(tx: Queryable, { lockId, apply }: DeltaCounters): Promise<boolean> {
  await tx.write(repeatableRead);
  const row = await tx.row<{ locked: boolean }>(tryLock, [lockId]);
  if (!row!.locked) return false;
  let applied: number;
  do {
    applied = (await tx.row<{ deltas: number }>(apply, [deltasPerStatement]))!.deltas;
  } while (applied === deltasPerStatement);
  return true;
}
