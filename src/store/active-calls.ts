import type { Sentiment } from '../domain/call.ts';
import { json, type Queryable, type Statement, withoutNul } from './queryable.ts';

export interface Participant {
  readonly identity: string;
  readonly isAgent: boolean;
  /** ISO 8601 UTC. */
  readonly joinedAt: string;
  readonly metadata: Record<string, unknown>;
}

export interface ActiveCallRow {
  readonly callId: string;
  readonly workspaceId: string;
  readonly roomName: string;
  readonly nodeId: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly customerPhone: string;
  readonly customerName: string | null;
  readonly type: 'phone' | 'web';
  /** Null if it cannot be determined. */
  readonly sentiment: Sentiment | null;
  readonly lastMessage: string;
  readonly transferRequested: boolean;
  /** Whether the call is on hold. */
  readonly held: boolean;
  /** Whether the agent is muted. */
  readonly muted: boolean;
  readonly participants: Participant[];
  /** The time at which the call was answered. */
  readonly startedAt: Date;
  readonly updatedAt: Date;
}

export const activeCallColumns = `call_id as "callId", workspace_id as "workspaceId", room_name as "roomName",
  node_id as "nodeId", agent_id as "agentId", agent_name as "agentName", customer_phone as "customerPhone",
  customer_name as "customerName", type, sentiment, last_message as "lastMessage",
  transfer_requested as "transferRequested", held, muted, participants, started_at as "startedAt", updated_at as "updatedAt"`;

/**
 * SQL condition for rows whose call is still active. Excludes rows that a late write left after the end of their call,
 * and calls of dead nodes. `$2` is the id of this node, which is alive even if its lease expired while the database was
 * unavailable.
 */
export const isActiveSql = `exists (select from calls where calls.id = active_calls.call_id and calls.state <> 'ended')
    and (node_id = $2 or exists (select from nodes where nodes.id = active_calls.node_id and lease_until > now()))`;

/** Selects the active calls of a workspace. */
export interface ActiveCallQuery {
  readonly workspaceId: string;
  /** Id of the node that runs the query. Its calls are active even if its lease expired. The calls of all live nodes are found. */
  readonly ownNodeId: string;
}

const findActiveCallStatement: Statement = {
  name: 'find_active_call',
  text: `select ${activeCallColumns} from active_calls where workspace_id = $1 and room_name = $3 and ${isActiveSql}`,
  isLookup: true,
};

export function findActiveCall(
  db: Queryable,
  { workspaceId, ownNodeId, roomName }: ActiveCallQuery & { readonly roomName: string },
): Promise<ActiveCallRow | undefined> {
  return db.row<ActiveCallRow>(findActiveCallStatement, [workspaceId, ownNodeId, roomName]);
}

const listActiveCallsStatement: Statement = {
  name: 'list_active_calls',
  text: `select ${activeCallColumns} from active_calls where workspace_id = $1 and ${isActiveSql}
    order by started_at desc, call_id desc limit 10000`,
};

/** Lists active calls, newest first; at most 10,000, the limit of the largest plan. */
export function listActiveCalls(
  db: Queryable,
  { workspaceId, ownNodeId }: ActiveCallQuery,
): Promise<ActiveCallRow[]> {
  return db.rows<ActiveCallRow>(listActiveCallsStatement, [workspaceId, ownNodeId]);
}

export type ActiveCall = Omit<ActiveCallRow, 'roomName' | 'updatedAt'> & { readonly at: Date };

const upsertActiveCallStatement: Statement = {
  name: 'upsert_active_call',
  text: `insert into active_calls (call_id, workspace_id, room_name, node_id, agent_id, agent_name, customer_phone,
      customer_name, type, sentiment, last_message, transfer_requested, participants, started_at, updated_at, held, muted)
    select id, workspace_id, room_name, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16 from calls
      where workspace_id = $1 and id = $2 and state <> 'ended'
    on conflict (call_id) do update set node_id = excluded.node_id, agent_id = excluded.agent_id,
      agent_name = excluded.agent_name, customer_name = excluded.customer_name, sentiment = excluded.sentiment,
      last_message = excluded.last_message, transfer_requested = excluded.transfer_requested,
      held = excluded.held, muted = excluded.muted, participants = excluded.participants, updated_at = excluded.updated_at`,
};

/** Inserts or updates an active call, unless the call has ended. */
export async function upsertActiveCall(db: Queryable, call: ActiveCall): Promise<void> {
  await db.execute(upsertActiveCallStatement, [
    call.workspaceId,
    call.callId,
    call.nodeId,
    call.agentId,
    call.agentName,
    call.customerPhone,
    call.customerName === null ? null : withoutNul(call.customerName),
    call.type,
    call.sentiment,
    withoutNul(call.lastMessage),
    call.transferRequested,
    json(call.participants),
    call.startedAt,
    call.at,
    call.held,
    call.muted,
  ]);
}

const removeActiveCallStatement: Statement = {
  name: 'remove_active_call',
  text: `delete from active_calls where workspace_id = $1 and call_id = $2`,
};

/** Removes an active call. Part of `finishCall`. */
export async function removeActiveCall(
  db: Queryable,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
): Promise<void> {
  await db.write(removeActiveCallStatement, [workspaceId, callId]);
}
