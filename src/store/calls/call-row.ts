import type { AgentOverrides } from '../../domain/agent.ts';
import type { CallAnalysis, CallAgent, CallCost, Customer, TurnLatency } from '../../domain/call.ts';
import type { CallState, EndReason, Fault } from '../../domain/call-state.ts';
import type { Purpose } from '../../domain/calling-hours/purpose.ts';
import type { RecordingFault } from '../../domain/recording-fault.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';

/** The columns of a call that lists contain. */
export interface CallRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly roomName: string;
  readonly direction: 'outbound' | 'inbound';
  readonly type: 'phone' | 'web';
  readonly state: CallState;
  readonly endReason: EndReason | null;
  readonly endDetail: string | null;
  readonly fault: Fault | null;
  readonly fromNumber: string;
  readonly toNumber: string;
  readonly agentId: string;
  readonly agentVersion: number;
  /** The agent at the creation of the call. */
  readonly agent: CallAgent;
  readonly flowId: string | null;
  readonly flowVersion: number | null;
  readonly batchId: string | null;
  readonly jobId: string | null;
  readonly attempt: number;
  readonly customer: Customer;
  /** Null: `unspecified`, for inbound calls and calls of earlier Parley versions. */
  readonly purpose: Purpose | null;
  readonly consent: boolean;
  readonly dynamic: Record<string, VariableValue>;
  readonly metadata: Record<string, unknown>;
  readonly disposition: string | null;
  /** Whether the call is to be recorded. */
  readonly record: boolean;
  /** Path of the WAV file; null without a recording. */
  readonly recordingPath: string | null;
  readonly recordingDurationMs: number | null;
  /** Why the recording is missing or incomplete. */
  readonly recordingFault: RecordingFault | null;
  /** The node that carries or carried the call. */
  readonly nodeId: string | null;
  readonly scheduledAt: Date | null;
  readonly createdAt: Date;
  readonly dialedAt: Date | null;
  readonly ringingAt: Date | null;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
  readonly updatedAt: Date;
}

/** A call with all its columns. */
export interface CallDetailRow extends CallRow {
  readonly overrides: AgentOverrides | null;
  readonly variables: Record<string, VariableValue>;
  readonly maxDurationSeconds: number | null;
  readonly notAfter: Date | null;
  /** Id of the API key or the user that created the call or its batch; null for inbound calls and callbacks. */
  readonly createdBy: string | null;
  readonly latency: TurnLatency[];
  readonly analysis: CallAnalysis | null;
  readonly costs: CallCost[];
}

export const callColumns = `id, workspace_id as "workspaceId", room_name as "roomName", direction, type, state,
  end_reason as "endReason", end_detail as "endDetail", fault, from_number as "fromNumber", to_number as "toNumber",
  agent_id as "agentId", agent_version as "agentVersion", agent, flow_id as "flowId", flow_version as "flowVersion",
  batch_id as "batchId", job_id as "jobId", attempt, customer, purpose, consent, dynamic, metadata, disposition, record,
  recording_path as "recordingPath", recording_duration_ms as "recordingDurationMs",
  recording_fault as "recordingFault", node_id as "nodeId",
  scheduled_at as "scheduledAt", created_at as "createdAt", dialed_at as "dialedAt", ringing_at as "ringingAt",
  answered_at as "answeredAt", ended_at as "endedAt", updated_at as "updatedAt"`;

export const callDetailColumns = `${callColumns}, overrides, variables, max_duration_seconds as "maxDurationSeconds",
  not_after as "notAfter", api_key_id as "createdBy", latency, analysis, costs`;

/** SQL: data of every event of a call, for a row with the alias `call`. `sequence` orders the events of a call. */
export const callEventData = `jsonb_build_object('callId', call.id, 'agentId', call.agent_id, 'status', call.state,
  'direction', call.direction, 'fromNumber', call.from_number, 'toNumber', call.to_number, 'batchId', call.batch_id,
  'jobId', call.job_id, 'sequence', call.event_sequence)`;
