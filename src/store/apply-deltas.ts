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

/** Statements that count the rows again. Each group has its own statement, so that no statement reaches the timeout. */
export interface Recount {
  /** Lists the groups by `workspaceId` and `id`. */
  readonly groups: Statement;
  /** Corrects the counts of the group `$2` of the workspace `$1`, and returns the number of wrong counts as `wrong`. */
  readonly correct: Statement;
}

/** Recounts all rows and corrects the counts. Returns the number of wrong counts; 0 if another process is applying deltas. */
export function recount(system: Scope, counts: DeltaCounters, { groups, correct }: Recount): Promise<number> {
  return system.transaction(async (tx) => {
    if (!(await applyDeltasWithin(tx, counts))) return 0;
    let wrong = 0;
    for (const { workspaceId, id } of await tx.rows<{ workspaceId: string; id: string }>(groups))
      wrong += (await tx.row<{ wrong: number }>(correct, [workspaceId, id]))!.wrong;
    return wrong;
  });
}
