import { newId } from '../../core/ids.ts';
import type { AgentOverrides } from '../../domain/agent.ts';
import type { Analysis } from '../../domain/analysis.ts';
import { type CallState, canTransition, type EndReason, type Fault } from '../../domain/call-state.ts';
import type { CallAgent, CallCost, Customer, Sentiment, TurnLatency } from '../../domain/call.ts';
import type { Purpose } from '../../domain/calling-hours/purpose.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import type { RecordingFault } from '../../domain/recording-fault.ts';
import { isoTime, json, type Queryable, type Statement, withoutNul } from '../queryable.ts';

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
  /** BCP 47: the language in which the call starts. Null for calls of earlier Parley versions. */
  readonly language: string | null;
  /** Null: `unspecified`, for inbound calls and calls of earlier Parley versions. */
  readonly purpose: Purpose | null;
  readonly consent: boolean;
  readonly dynamic: Record<string, VariableValue>;
  readonly metadata: Record<string, unknown>;
  readonly disposition: string | null;
  /** Notes of the disposition; empty before the end. */
  readonly notes: string;
  /** Whether the customer asked for a person. */
  readonly transferRequested: boolean;
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
  /** When the personal data of the call was erased. */
  readonly erasedAt: Date | null;
  /** When the retention deleted the transcript. */
  readonly transcriptPurgedAt: Date | null;
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
  /** Whether a test key caused the call, whose flow then reaches the test network only. */
  readonly testOnly: boolean;
  readonly latency: TurnLatency[];
  readonly analysis: Analysis | null;
  readonly sentiment: Sentiment | null;
  readonly costs: CallCost[];
}

export const callColumns = `id, workspace_id as "workspaceId", room_name as "roomName", direction, type, state,
  end_reason as "endReason", end_detail as "endDetail", fault, from_number as "fromNumber", to_number as "toNumber",
  agent_id as "agentId", agent_version as "agentVersion", agent, flow_id as "flowId", flow_version as "flowVersion",
  batch_id as "batchId", job_id as "jobId", attempt, customer, language, purpose, consent, dynamic, metadata, disposition, notes,
  transfer_requested as "transferRequested", record,
  recording_path as "recordingPath", recording_duration_ms as "recordingDurationMs",
  recording_fault as "recordingFault", node_id as "nodeId",
  scheduled_at as "scheduledAt", created_at as "createdAt", dialed_at as "dialedAt", ringing_at as "ringingAt",
  answered_at as "answeredAt", ended_at as "endedAt", erased_at as "erasedAt", transcript_purged_at as "transcriptPurgedAt",
  updated_at as "updatedAt"`;

export const callDetailColumns = `${callColumns}, overrides, variables, max_duration_seconds as "maxDurationSeconds",
  not_after as "notAfter", api_key_id as "createdBy", test_only as "testOnly", latency, analysis, sentiment, costs`;

/** SQL: data of every event of a call, for a row with the alias `call`. `sequence` orders the events of a call. */
export const callEventData = `jsonb_build_object('callId', call.id, 'roomName', call.room_name, 'agentId', call.agent_id,
  'agentName', call.agent ->> 'name', 'flowId', call.flow_id, 'status', call.state, 'direction', call.direction,
  'fromNumber', call.from_number, 'toNumber', call.to_number, 'batchId', call.batch_id, 'jobId', call.job_id,
  'attempt', call.attempt, 'customer', call.customer, 'language', call.language, 'metadata', call.metadata, 'createdAt', ${isoTime('call.created_at')},
  'answeredAt', ${isoTime('call.answered_at')}, 'sequence', call.event_sequence)`;

const findCallStatement: Statement = {
  name: 'find_call',
  text: `select ${callDetailColumns} from calls where workspace_id = $1 and id = $2`,
};

export function findCall(
  db: Queryable,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
): Promise<CallDetailRow | undefined> {
  return db.row<CallDetailRow>(findCallStatement, [workspaceId, callId]);
}

const findOpenCallOfRoomStatement: Statement = {
  name: 'find_open_call_of_room',
  text: `select ${callColumns} from calls where workspace_id = $1 and room_name = $2 and state not in ('queued', 'ended')`,
};

/** Finds the call of a room while it is dialed or in progress. */
export function findOpenCallOfRoom(
  db: Queryable,
  { workspaceId, roomName }: { readonly workspaceId: string; readonly roomName: string },
): Promise<CallRow | undefined> {
  return db.row<CallRow>(findOpenCallOfRoomStatement, [workspaceId, roomName]);
}

const findEarlierCallsStatement: Statement = {
  name: 'find_earlier_calls',
  text: `select to_number as "toNumber", array_agg(case when dialed_at is null and scheduled_at is not null then scheduled_at
        else least(coalesce(dialed_at, created_at), $5) end) as at
    from calls
    where workspace_id = $1 and to_number = any($2) and created_at > $3 and (dialed_at is not null or state = 'queued')
      and direction = 'outbound' and id is distinct from $4
    group by to_number`,
};

export interface EarlierCallQuery {
  readonly workspaceId: string;
  /** E.164. */
  readonly numbers: readonly string[];
  readonly since: Date;
  /**
   * The current time. Replaces later times of calls, which come from the clock of another node or from a concurrent
   * transaction, except the due times of queued calls. Omitted: later times are returned unchanged.
   */
  readonly at?: Date | undefined;
  /** A call to exclude. */
  readonly exceptCallId?: string | undefined;
}

/**
 * Returns for each number the times of its calls since `since`, in any order; for a queued call, the due time. Numbers
 * without calls are omitted. While the caller locks the workspace's call counter, no other call can be added.
 */
export async function findEarlierCalls(
  db: Queryable,
  { workspaceId, numbers, since, at, exceptCallId }: EarlierCallQuery,
): Promise<ReadonlyMap<string, readonly Date[]>> {
  const rows = await db.rows<{ toNumber: string; at: Date[] }>(findEarlierCallsStatement, [
    workspaceId,
    numbers,
    since,
    exceptCallId,
    at,
  ]);
  return new Map(rows.map(({ toNumber, at }) => [toNumber, at]));
}

/** Returns the times of `findEarlierCalls` for one number, in Unix ms. */
export async function findEarlierCallsTo(
  db: Queryable,
  { number, ...query }: Omit<EarlierCallQuery, 'numbers'> & { readonly number: string },
): Promise<readonly number[]> {
  const calls = await findEarlierCalls(db, { ...query, numbers: [number] });
  return (calls.get(number) ?? []).map((date) => date.getTime());
}

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
  /** Defaults to false. */
  readonly testOnly?: boolean | undefined;
  /** The node that carries the call, if known. */
  readonly nodeId?: string | null | undefined;
  readonly scheduledAt?: Date | null | undefined;
  readonly notAfter?: Date | null | undefined;
  readonly at: Date;
}

/** SQL: the language in which a call starts, of its overrides, its customer and the configuration of its agent. */
export const callLanguage = (overrides: string, customer: string, config: string): string =>
  `coalesce(${overrides} ->> 'language', ${customer} ->> 'language', ${config} ->> 'language')`;

/** The key-share lock on the agent blocks `deleteAgent` until the commit. If the agent does not exist, no call is inserted. */
const insertCallStatement: Statement = {
  name: 'insert_call',
  text: `with agent as (select id, config from agents where workspace_id = $2 and id = $9 for key share),
    added as (
      insert into calls (id, workspace_id, room_name, direction, type, state, from_number, to_number, agent_id, agent,
        agent_version, flow_id, flow_version, batch_id, job_id, attempt, customer, dynamic, metadata, overrides, record,
        max_duration_seconds, api_key_id, node_id, scheduled_at, not_after, created_at, updated_at, ringing_at,
        event_sequence, purpose, consent, test_only, language)
      select $1, $2, $3, $4, $5, $6, $7, $8, agent.id, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
        $23, $24, $25, $26, $27, $27, case when $6 = 'ringing' then $27::timestamptz end, 1, $28, $29, $30,
        ${callLanguage('$20::jsonb', '$17::jsonb', 'agent.config')} from agent
      returning *),
    timeline as (
      insert into call_events (workspace_id, call_id, sequence, at, type)
      select workspace_id, id, 1, created_at, state from added)
    select ${callDetailColumns} from added`,
};

/** Inserts a call and its first timeline entry. Returns undefined if its agent does not exist. */
export function insertCall(db: Queryable, call: NewCallRow): Promise<CallDetailRow | undefined> {
  return db.row<CallDetailRow>(insertCallStatement, [
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
    call.testOnly ?? false,
  ]);
}

export interface CallChange {
  readonly workspaceId: string;
  readonly callId: string;
  /** States from which the call may change. */
  readonly from: readonly CallState[];
  /** The new state. `ended` is set by `finishCall`. */
  readonly to: 'dialing' | 'ringing' | 'in_progress';
  readonly at: Date;
  readonly nodeId?: string | undefined;
  readonly fromNumber?: string | undefined;
  readonly recordingPath?: string | undefined;
  /** Detail of the timeline entry. */
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
}

export interface CallChangeResult {
  readonly id: string;
  readonly state: CallState;
  /** Sequence number of the timeline entry and of the events. */
  readonly sequence: number;
}

/** Webhook events of each change. */
const eventsOfState: Record<CallChange['to'], readonly string[]> = {
  dialing: [],
  ringing: ['call.ringing'],
  in_progress: ['call.answered', 'call.started'],
};

/**
 * Updates the state and inserts its timeline entry and outbox events, in one statement and so one transaction. If the call
 * is answered, also updates its job in a batch. The batch is locked before the call, as at the end of a call.
 */
const recordCallChangeStatement: Statement = {
  name: 'record_call_change',
  text: `with batch as materialized (
      select id from batches
      where workspace_id = $1 and id = (select batch_id from calls where workspace_id = $1 and id = $2 and $4 = 'in_progress')
      for no key update),
    call as (
      update calls set state = $4, updated_at = $5, event_sequence = event_sequence + 1,
        dialed_at = case when $4 = 'dialing' then $5 else dialed_at end,
        ringing_at = case when $4 = 'ringing' then $5 else ringing_at end,
        answered_at = case when $4 = 'in_progress' then $5 else answered_at end,
        node_id = coalesce($6, node_id), from_number = coalesce($7, from_number),
        recording_path = coalesce($8, recording_path)
      where workspace_id = $1 and id = $2 and state = any($3) and (select count(*) from batch) >= 0
      returning *),
    job as (
      update batch_jobs job set status = 'in_progress', updated_at = $5
      from call join batch on batch.id = call.batch_id
      where job.workspace_id = $1 and job.batch_id = batch.id and job.id = call.job_id and job.call_id = call.id
        and job.status = 'dialing'),
    timeline as (
      insert into call_events (workspace_id, call_id, sequence, at, type, detail)
      select workspace_id, id, event_sequence, $5, $4, $9 from call),
    outbox as (
      insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
      select event.id, call.workspace_id, event.type, call.id, call.event_sequence, ${callEventData}, $5
      from call, unnest($10::text[], $11::text[]) as event (id, type))
    select id, state, event_sequence as sequence from call`,
  writesEvents: true,
};

/**
 * Changes the state of a call. Returns undefined if the call is in none of the `from` states, because another process has
 * changed it. Throws if the transition is not allowed.
 */
export function recordCallChange(db: Queryable, change: CallChange): Promise<CallChangeResult | undefined> {
  const illegal = change.from.find((state) => !canTransition(state, change.to));
  if (illegal !== undefined) throw new Error(`A call cannot change from ${illegal} to ${change.to}.`);
  const types = eventsOfState[change.to];
  return db.row<CallChangeResult>(recordCallChangeStatement, [
    change.workspaceId,
    change.callId,
    change.from,
    change.to,
    change.at,
    change.nodeId,
    change.fromNumber,
    change.recordingPath,
    json(change.detail ?? {}),
    types.map(() => newId('event')),
    types,
  ]);
}

export interface LateCosts {
  readonly workspaceId: string;
  readonly callId: string;
  readonly costs: readonly CallCost[];
}

const recordLateCostsStatement: Statement = {
  name: 'record_late_costs',
  text: `update calls set costs = $3::jsonb
    where workspace_id = $1 and id = $2 and end_reason = 'node_lost' and costs = '[]'::jsonb`,
};

/** Records the costs of a call that was ended as lost before they were known. Changes nothing if the call has costs. */
export async function recordLateCosts(
  db: Queryable,
  { workspaceId, callId, costs }: LateCosts,
): Promise<void> {
  await db.execute(recordLateCostsStatement, [workspaceId, callId, json(costs)]);
}
