import { json, type Queryable, type Statement } from './queryable.ts';

export interface Heartbeat {
  /** Differs at each start of the process. */
  readonly nodeId: string;
  readonly roles: readonly string[];
  readonly startedAt: Date;
  readonly leaseMs: number;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

const heartbeatNodeStatement: Statement = {
  name: 'heartbeat_node',
  text: `insert into nodes (id, roles, started_at, beat_at, lease_until, details)
    values ($1, $2, $3, now(), now() + $4 * interval '1 ms', $5)
    on conflict (id) do update set beat_at = excluded.beat_at, lease_until = excluded.lease_until,
      roles = excluded.roles, details = excluded.details`,
};

/** Records a heartbeat of this process. The first heartbeat is required before the process accepts calls. */
export async function heartbeatNode(db: Queryable, beat: Heartbeat): Promise<void> {
  await db.execute(heartbeatNodeStatement, [
    beat.nodeId,
    beat.roles,
    beat.startedAt,
    beat.leaseMs,
    json(beat.details ?? {}),
  ]);
}

const isNodeAliveStatement: Statement = {
  name: 'is_node_alive',
  text: `select exists (select from nodes where id = $1 and lease_until > now()) as alive`,
};

/** Returns whether the lease of a node is valid. `db` is the system's scope. */
export async function isNodeAlive(db: Queryable, { nodeId }: { readonly nodeId: string }): Promise<boolean> {
  return (await db.row<{ alive: boolean }>(isNodeAliveStatement, [nodeId]))!.alive;
}

const hasNodeForCallsStatement: Statement = {
  name: 'has_node_for_calls',
  text: `select exists (select from nodes where 'media' = any(roles) and lease_until > now()
    and details ->> 'acceptsCalls' is distinct from 'false') as "hasNode"`,
};

/** Returns whether a live node with the role `media` accepts calls. `db` is the system's scope. */
export async function hasNodeForCalls(db: Queryable): Promise<boolean> {
  return (await db.row<{ hasNode: boolean }>(hasNodeForCallsStatement))!.hasNode;
}

export interface NodeRow {
  readonly id: string;
  /** Details of the last heartbeat. */
  readonly details: Readonly<Record<string, unknown>>;
}

const listOtherNodesStatement: Statement = {
  name: 'list_other_nodes',
  text: `select id, details from nodes where id <> $1 order by started_at`,
};

/** Lists all other nodes that are running or did not shut down properly. `db` is the system's scope. */
export function listOtherNodes(db: Queryable, { nodeId }: { readonly nodeId: string }): Promise<NodeRow[]> {
  return db.rows<NodeRow>(listOtherNodesStatement, [nodeId]);
}

const expireNodesStatement: Statement = {
  name: 'expire_nodes',
  text: `with slots as (
      update concurrency_slots set lease_until = least(lease_until, now()) where owner = any($1)),
    work as (
      update jobs set lease_until = least(lease_until, now()) where state = 'running' and owner = any($1))
    update nodes set lease_until = least(lease_until, now()) where id = any($1)`,
};

/** Ends the leases of dead nodes, of their slots and of their jobs. `db` is the system's scope. */
export async function expireNodes(
  db: Queryable,
  { nodeIds }: { readonly nodeIds: readonly string[] },
): Promise<void> {
  await db.execute(expireNodesStatement, [nodeIds]);
}

const removeNodeStatement: Statement = { name: 'remove_node', text: `delete from nodes where id = $1` };

/** Removes a node at shutdown, after its last call has ended. */
export async function removeNode(db: Queryable, { nodeId }: { readonly nodeId: string }): Promise<void> {
  await db.execute(removeNodeStatement, [nodeId]);
}
