import type { Queryable, Statement } from '../queryable.ts';
import { callColumns, type CallRow } from './calls.ts';

/** Excludes queued calls, which have no node: their job dials them. */
const listLostCallsStatement: Statement = {
  name: 'list_lost_calls',
  text: `select ${callColumns} from calls
    where state <> 'ended' and node_id <> $2
      and not exists (select from nodes where nodes.id = calls.node_id and lease_until > now())
    order by created_at limit $1`,
};

export interface LostCallQuery {
  /** This node, which is alive even if its lease expired while the database was unavailable. */
  readonly exceptNodeId: string;
  readonly limit: number;
}

/** Lists the open calls of dead nodes, oldest first. `db` is the system's scope. */
export function listLostCalls(db: Queryable, { exceptNodeId, limit }: LostCallQuery): Promise<CallRow[]> {
  return db.rows<CallRow>(listLostCallsStatement, [limit, exceptNodeId]);
}

const listOrphanedCallsStatement: Statement = {
  name: 'list_orphaned_calls',
  text: `select ${callColumns} from calls
    where state <> 'ended' and node_id = $1 and id <> all ($2)
    order by created_at limit $3`,
};

export interface OrphanedCallQuery {
  readonly nodeId: string;
  /** Ids of the active calls of the node. */
  readonly activeCallIds: readonly string[];
  readonly limit: number;
}

/**
 * Lists the open calls whose rows name the node, but which are not active on it, oldest first. `db` is the system's
 * scope.
 */
export function listOrphanedCalls(
  db: Queryable,
  { nodeId, activeCallIds, limit }: OrphanedCallQuery,
): Promise<CallRow[]> {
  return db.rows<CallRow>(listOrphanedCallsStatement, [nodeId, activeCallIds, limit]);
}

/** Uses the index of open calls, few of which are queued. */
const listStaleCallsStatement: Statement = {
  name: 'list_stale_calls',
  text: `select ${callColumns} from calls where state <> 'ended' and state = 'queued' and not_after < $1
    order by created_at limit $2`,
};

export interface StaleCallQuery {
  /** Lists calls whose deadline (`not_after`) is earlier. */
  readonly before: Date;
  readonly limit: number;
}

/** Lists the queued calls that are past their deadline, oldest first. `db` is the system's scope. */
export function listStaleCalls(db: Queryable, { before, limit }: StaleCallQuery): Promise<CallRow[]> {
  return db.rows<CallRow>(listStaleCallsStatement, [before, limit]);
}

const listCallsOfNodesStatement: Statement = {
  name: 'list_calls_of_nodes',
  text: `select ${callColumns} from calls where state <> 'ended' and node_id = any($1) order by created_at limit $2`,
};

/** Lists the open calls of these nodes, oldest first. `db` is the system's scope. */
export function listCallsOfNodes(
  db: Queryable,
  { nodeIds, limit }: { readonly nodeIds: readonly string[]; readonly limit: number },
): Promise<CallRow[]> {
  return db.rows<CallRow>(listCallsOfNodesStatement, [nodeIds, limit]);
}
