import type { AgentOverrides } from '../../domain/agent.ts';
import type { CallAgent, Customer } from '../../domain/call.ts';
import type { Purpose } from '../../domain/calling-hours/purpose.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import { json, withoutNul, type Queryable, type Statement } from '../queryable.ts';
import { callDetailColumns, type CallDetailRow } from './call-row.ts';

export interface NewCallRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly roomName: string;
  readonly direction: 'outbound' | 'inbound';
  readonly type: 'phone' | 'web';
  /** Outbound calls start `queued`, inbound calls `ringing`. */
  readonly state: 'queued' | 'ringing';
  readonly fromNumber: string;
  readonly toNumber: string;
  readonly agent: CallAgent;
  readonly agentVersion: number;
  readonly flowId?: string | null | undefined;
  readonly flowVersion?: number | null | undefined;
  readonly batchId?: string | null | undefined;
  readonly jobId?: string | null | undefined;
  readonly attempt?: number | undefined;
  readonly customer?: Customer | undefined;
  readonly dynamic?: Readonly<Record<string, VariableValue>> | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly overrides?: AgentOverrides | undefined;
  /** Defaults to `unspecified`. */
  readonly purpose?: Purpose | undefined;
  readonly consent?: boolean | undefined;
  readonly record: boolean;
  readonly maxDurationSeconds?: number | null | undefined;
  /** Id of the API key or the user; null for inbound calls and callbacks. */
  readonly createdBy?: string | null | undefined;
  /** The node that carries the call, if known. */
  readonly nodeId?: string | null | undefined;
  readonly scheduledAt?: Date | null | undefined;
  readonly notAfter?: Date | null | undefined;
  readonly at: Date;
}

/** The key-share lock on the agent blocks `deleteAgent` until the commit. If the agent does not exist, no call is inserted. */
const statement: Statement = {
  name: 'insert_call',
  text: `with agent as (select id from agents where workspace_id = $2 and id = $9 for key share),
    added as (
      insert into calls (id, workspace_id, room_name, direction, type, state, from_number, to_number, agent_id, agent,
        agent_version, flow_id, flow_version, batch_id, job_id, attempt, customer, dynamic, metadata, overrides, record,
        max_duration_seconds, api_key_id, node_id, scheduled_at, not_after, created_at, updated_at, ringing_at,
        event_sequence, purpose, consent)
      select $1, $2, $3, $4, $5, $6, $7, $8, agent.id, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
        $23, $24, $25, $26, $27, $27, case when $6 = 'ringing' then $27::timestamptz end, 1, $28, $29 from agent
      returning *),
    timeline as (
      insert into call_events (workspace_id, call_id, sequence, at, type)
      select workspace_id, id, 1, created_at, state from added)
    select ${callDetailColumns} from added`,
};

/** Inserts a call and its first timeline entry. Returns undefined if its agent does not exist. */
export function insertCall(db: Queryable, call: NewCallRow): Promise<CallDetailRow | undefined> {
  return db.row<CallDetailRow>(statement, [
    call.id,
    call.workspaceId,
    call.roomName,
    call.direction,
    call.type,
    call.state,
    withoutNul(call.fromNumber),
    withoutNul(call.toNumber),
    call.agent.id,
    json(call.agent),
    call.agentVersion,
    call.flowId,
    call.flowVersion,
    call.batchId,
    call.jobId,
    call.attempt ?? 1,
    json(call.customer ?? {}),
    json(call.dynamic ?? {}),
    json(call.metadata ?? {}),
    json(call.overrides),
    call.record,
    call.maxDurationSeconds,
    call.createdBy,
    call.nodeId,
    call.scheduledAt,
    call.notAfter,
    call.at,
    call.purpose,
    call.consent ?? false,
  ]);
}
