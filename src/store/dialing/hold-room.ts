import type { Queryable, Statement } from '../queryable.ts';

export interface RoomWanted {
  readonly workspaceId: string;
  /** Trunks with a limit of calls at once, which all workspaces share. */
  readonly trunks: readonly string[];
}

/** Calls at once. */
export interface CallsHeld {
  readonly ofWorkspace: number;
  /** By trunk, over all workspaces. */
  readonly ofTrunks: ReadonlyMap<string, number>;
}

/** The counter of what one workspace has on a trunk; those of all are added up. */
export const trunkHolder = (trunk: string, workspaceId: string): string => `trunk:${trunk}/${workspaceId}`;

const lock: Statement = {
  name: 'hold_call_counters',
  text: `select holder, active from concurrency_counters where workspace_id = $1 and holder = any($2)
    order by holder for update`,
};

const make: Statement = {
  name: 'make_call_counters',
  text: `insert into concurrency_counters (holder, workspace_id, active)
    select holder, $1, 0 from unnest($2::text[]) holder order by holder on conflict do nothing`,
};

/** In the order of characters the digit 0 follows the slash. */
const sum: Statement = {
  name: 'sum_trunk_calls',
  text: `select trunk, coalesce((select sum(active) from concurrency_counters
      where holder >= 'trunk:' || trunk || '/' and holder < 'trunk:' || trunk || '0'), 0)::integer as active
    from unnest($1::text[]) trunk`,
};

/**
 * The counters of the workspace stay locked, in the order of their names, until the transaction ends. The sums over all workspaces are
 * exact where the pace of the trunk is held. `tx` is the system's.
 */
export async function holdRoom(tx: Queryable, { workspaceId, trunks }: RoomWanted): Promise<CallsHeld> {
  const holders = [workspaceId, ...trunks.map((trunk) => trunkHolder(trunk, workspaceId))];
  let rows = await tx.rows<{ holder: string; active: number }>(lock, [workspaceId, holders]);
  if (rows.length < holders.length) {
    await tx.execute(make, [workspaceId, holders]);
    rows = await tx.rows(lock, [workspaceId, holders]);
  }
  const ofWorkspace = rows.find(({ holder }) => holder === workspaceId)!.active;
  if (trunks.length === 0) return { ofWorkspace, ofTrunks: new Map() };
  const sums = await tx.rows<{ trunk: string; active: number }>(sum, [trunks]);
  return { ofWorkspace, ofTrunks: new Map(sums.map(({ trunk, active }) => [trunk, active])) };
}
