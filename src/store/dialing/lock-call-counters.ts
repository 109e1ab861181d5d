import type { Queryable, Statement } from '../queryable.ts';

export interface CallCounterQuery {
  readonly workspaceId: string;
  /** Trunks with a concurrency limit, which all workspaces share. */
  readonly trunks: readonly string[];
}

/** Counts of concurrent calls. */
export interface ActiveCallCounts {
  readonly ofWorkspace: number;
  /** Calls of all workspaces by trunk. */
  readonly ofTrunks: ReadonlyMap<string, number>;
}

/**
 * Id (`concurrency_counters.holder`) of the counter of one workspace on a trunk. The limit of the trunk applies to the sum of
 * all workspaces. The counter of the workspace itself has the id of the workspace.
 */
export const trunkCounterId = (trunk: string, workspaceId: string): string => `trunk:${trunk}/${workspaceId}`;

const lock: Statement = {
  name: 'lock_call_counters',
  text: `select holder, active from concurrency_counters where workspace_id = $1 and holder = any($2)
    order by holder for update`,
};

const create: Statement = {
  name: 'create_call_counters',
  text: `insert into concurrency_counters (holder, workspace_id, active)
    select holder, $1, 0 from unnest($2::text[]) holder order by holder on conflict do nothing`,
};

/** Sums a range of counters by their prefix: the character 0 follows the slash in the collation. */
const sum: Statement = {
  name: 'sum_trunk_calls',
  text: `select trunk, coalesce((select sum(active) from concurrency_counters
      where holder >= 'trunk:' || trunk || '/' and holder < 'trunk:' || trunk || '0'), 0)::integer as active
    from unnest($1::text[]) trunk`,
};

/**
 * Locks the counters of the workspace, in the order of their ids, until the transaction ends. The sums of all workspaces
 * are exact if the rate limit of the trunk is locked. `tx` is in the system's scope.
 */
export async function lockCallCounters(
  tx: Queryable,
  { workspaceId, trunks }: CallCounterQuery,
): Promise<ActiveCallCounts> {
  const counterIds = [workspaceId, ...trunks.map((trunk) => trunkCounterId(trunk, workspaceId))];
  let rows = await tx.rows<{ holder: string; active: number }>(lock, [workspaceId, counterIds]);
  if (rows.length < counterIds.length) {
    await tx.execute(create, [workspaceId, counterIds]);
    rows = await tx.rows(lock, [workspaceId, counterIds]);
  }
  const ofWorkspace = rows.find(({ holder }) => holder === workspaceId)!.active;
  if (trunks.length === 0) return { ofWorkspace, ofTrunks: new Map() };
  const sums = await tx.rows<{ trunk: string; active: number }>(sum, [trunks]);
  return { ofWorkspace, ofTrunks: new Map(sums.map(({ trunk, active }) => [trunk, active])) };
}
