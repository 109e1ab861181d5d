export interface Participant {
  readonly identity: string;
  readonly isAgent: boolean;
  /** ISO 8601 UTC. */
  readonly joinedAt: string;
  readonly metadata: Record<string, unknown>;
}

export type Sentiment = 'positive' | 'neutral' | 'negative';

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
  readonly sentiment: Sentiment;
  readonly lastMessage: string;
  readonly transferRequested: boolean;
  readonly participants: Participant[];
  /** The time at which the call was answered. */
  readonly startedAt: Date;
  readonly updatedAt: Date;
}

export const activeCallColumns = `call_id as "callId", workspace_id as "workspaceId", room_name as "roomName",
  node_id as "nodeId", agent_id as "agentId", agent_name as "agentName", customer_phone as "customerPhone",
  customer_name as "customerName", type, sentiment, last_message as "lastMessage",
  transfer_requested as "transferRequested", participants, started_at as "startedAt", updated_at as "updatedAt"`;

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
