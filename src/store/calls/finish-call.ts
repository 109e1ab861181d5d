import { newId } from '../../core/ids.ts';
import type { Analysis } from '../../domain/analysis.ts';
import { type CallState, type EndReason, type Fault, faultOf } from '../../domain/call-state.ts';
import type { CallCost, Sentiment, TurnLatency } from '../../domain/call.ts';
import {
  builtInDispositions,
  type DispositionCode,
  type DispositionStatus,
} from '../../domain/disposition.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import type { RecordingFault } from '../../domain/recording-fault.ts';
import { removeActiveCall } from '../active-calls.ts';
import { finishJob, lockJobOfCall } from '../batches/finish-job.ts';
import { releaseSlot } from '../concurrency-slots.ts';
import type { Scope } from '../database.ts';
import { finishCallback } from '../dispositions/dispositions.ts';
import { isoTime, json, type Queryable, type Statement, withoutNul } from '../queryable.ts';
import { addSuppression } from '../suppressions.ts';
import { type CallToEnd, findCallToEnd } from './call-to-end.ts';
import { callDetailColumns, type CallDetailRow, callEventData } from './calls.ts';

/*
 * The statements of `finishCall`, in the order in which it sends them. In all of them $1 is the workspace; in all but
 * `insertDispositionEvent` $2 is the call. Those after `endCall` read the ended call.
 */

/** $3: states from which the call may end, null for all; $4: the new values, as JSON. Returns no row if the call does not end. */
export const endCall: Statement = {
  name: 'end_call',
  text: `with ended as (
      update calls set state = 'ended', event_sequence = event_sequence + 1, updated_at = new."at",
        end_reason = new."endReason", end_detail = new."endDetail", fault = new."fault", ended_at = new."endedAt",
        disposition = new."code", notes = new."notes",
        transfer_requested = new."transferRequested",
        recording_path = case when new."isRecordingMissing" then null else coalesce(new."recordingPath", recording_path) end,
        recording_duration_ms = coalesce(new."recordingDurationMs", recording_duration_ms),
        recording_fault = coalesce(new."recordingFault", recording_fault),
        variables = coalesce(new."variables", calls.variables), latency = coalesce(new."latency", calls.latency),
        analysis = coalesce(new."analysis", calls.analysis), costs = coalesce(new."costs", calls.costs),
        sentiment = coalesce(new."sentiment", calls.sentiment)
      from jsonb_to_record($4::jsonb) as new ("at" timestamptz, "endReason" text, "endDetail" text, "fault" text,
        "endedAt" timestamptz, "code" text, "recordingPath" text, "isRecordingMissing" boolean,
        "recordingDurationMs" integer, "recordingFault" text, "variables" jsonb, "latency" jsonb, "analysis" jsonb,
        "costs" jsonb, "sentiment" text, "notes" text, "transferRequested" boolean)
      where workspace_id = $1 and id = $2 and state <> 'ended' and state = any(coalesce($3::text[], array[state]))
      returning calls.*)
    select ${callDetailColumns} from ended`,
};

export const insertTimelineEntry: Statement = {
  name: 'insert_call_end_entry',
  text: `insert into call_events (workspace_id, call_id, sequence, at, type, detail)
    select workspace_id, id, event_sequence, ended_at, 'ended',
      jsonb_build_object('endReason', end_reason, 'endDetail', end_detail, 'fault', fault)
    from calls where workspace_id = $1 and id = $2`,
};

/** SQL condition of answered calls that did not reach a person. */
const isUnreached = `disposition in ('no_answer', 'busy', 'voicemail', 'failed', 'invalid_number')`;

/** SQL condition of unanswered calls that ended for a reason on Parley's side. They do not count for answer rates. */
const isEndedByParley = `end_reason in ('cancelled', 'agent_hangup', 'provider_error', 'node_lost')`;

/** Counts an outbound call for the answer rates of its caller number. */
export const countNumberDay: Statement = {
  name: 'count_number_day',
  text: `insert into number_day_changes (workspace_id, e164, day, answered, voicemail, failed)
    select workspace_id, from_number, (dialed_at at time zone 'UTC')::date,
      (answered_at is not null and end_reason <> 'voicemail' and not ${isUnreached})::integer,
      (end_reason = 'voicemail' or disposition = 'voicemail')::integer, (end_reason = 'carrier_error')::integer
    from calls
    where workspace_id = $1 and id = $2 and direction = 'outbound' and dialed_at is not null
      and (answered_at is not null or not ${isEndedByParley})`,
};

/** $3: id of the disposition; $4: the customer's number; $5: status; $6: due time; $7: notes; $8: now. */
export const insertDisposition: Statement = {
  name: 'insert_call_disposition',
  text: `insert into dispositions (id, workspace_id, call_id, phone_number, disposition, status, scheduled_at, attempt,
      agent_id, agent_name, batch_id, notes, created_at, updated_at)
    select $3, workspace_id, id, $4, disposition, $5, $6, attempt, agent_id, agent ->> 'name', batch_id, $7, $8, $8
    from calls where workspace_id = $1 and id = $2`,
};

/** $2: the disposition; $3: the id of the event. */
export const insertDispositionEvent: Statement = {
  name: 'insert_call_disposition_event',
  text: `insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
    select $3, workspace_id, 'disposition.created', id, 1,
      jsonb_build_object('dispositionId', id, 'disposition', disposition, 'status', status, 'scheduledAt', ${isoTime('scheduled_at')},
        'callId', call_id, 'agentId', agent_id, 'phoneNumber', phone_number, 'notes', notes, 'transferRequested', (
          select transfer_requested from calls where workspace_id = $1 and calls.id = call_id), 'sequence', 1), created_at
    from dispositions where workspace_id = $1 and id = $2`,
  writesEvents: true,
};

/** Bytes of the transcript, and of the variables, in an event. */
const maxTranscriptBytes = 65_536;
const maxVariableBytes = 16_384;

/** SQL: the transcript of `call`, from its start up to the limit, and whether it is complete. */
const transcriptOfCall = `select coalesce(jsonb_agg(jsonb_build_object('role', role, 'content', content, 'startMs', start_ms, 'endMs', end_ms)
      order by sequence) filter (where bytes <= ${maxTranscriptBytes}), '[]') as entries,
    coalesce(bool_or(bytes > ${maxTranscriptBytes}), false) as "isTruncated"
  from (select role, content, start_ms, end_ms, sequence, sum(octet_length(content) + 80) over (order by sequence) as bytes
    from transcript_entries where workspace_id = call.workspace_id and call_id = call.id) as spoken`;

/** $3: the id of the event; $4: now. */
export const insertEndEvent: Statement = {
  name: 'insert_call_end_event',
  text: `insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
    select $3, workspace_id, case when answered_at is null then 'call.failed' else 'call.completed' end, id, event_sequence,
      ${callEventData} || jsonb_build_object(
        'duration', coalesce(extract(epoch from ended_at - answered_at)::float8, 0), 'endedAt', ${isoTime('ended_at')},
        'endReason', end_reason, 'endDetail', end_detail, 'fault', fault, 'disposition', disposition)
      || case when answered_at is null then '{}' else jsonb_build_object(
        'transcript', transcript.entries, 'variables', case when "isLarge" then '{}' else variables end,
        'truncated', transcript."isTruncated" or "isLarge", 'transcriptUrl', '/api/v1/calls/' || id,
        'recordingUrl', case when recording_path is not null then '/api/v1/calls/' || id || '/recording' end) end, $4
    from calls call cross join lateral (${transcriptOfCall}) as transcript
      cross join lateral (select octet_length(variables::text) > ${maxVariableBytes} as "isLarge") as size
    where workspace_id = $1 and id = $2`,
  writesEvents: true,
};

/** $3: the id of the event; $4: now. Inserts nothing if nothing was to be recorded. */
export const insertRecordingEvent: Statement = {
  name: 'insert_recording_event',
  text: `with call as (
      update calls set event_sequence = event_sequence + 1
      where workspace_id = $1 and id = $2 and (recording_path is not null or recording_fault is not null) returning *)
    insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
    select $3, workspace_id, case when recording_path is null then 'recording.failed' else 'recording.ready' end, id, event_sequence,
      ${callEventData} || jsonb_build_object('reason', recording_fault) || case when recording_path is null then '{}'
        else jsonb_build_object('durationMs', recording_duration_ms, 'recordingUrl', '/api/v1/calls/' || id || '/recording') end, $4
    from call`,
  writesEvents: true,
};

/** $3: the outcome; $4: now. */
export const settleDialIntents: Statement = {
  name: 'settle_dial_intents_of_call',
  text: `update dial_intents set settled_at = $4, outcome = $3
    where workspace_id = $1 and call_id = $2 and settled_at is null`,
};

export interface CallEnd {
  readonly workspaceId: string;
  readonly callId: string;
  /** The call ends only from one of these states; defaults to every state but `ended`. */
  readonly from?: readonly CallState[] | undefined;
  readonly endReason: EndReason;
  /** The reason in a sentence, as shown to users. */
  readonly endDetail?: string | undefined;
  /** Defaults to the fault of `endReason`. */
  readonly fault?: Fault | undefined;
  /** Time of the disposition and the events. */
  readonly at: Date;
  /** End of the call; defaults to `at`. */
  readonly endedAt?: Date | undefined;
  readonly disposition: {
    readonly code: string;
    readonly status: DispositionStatus;
    readonly scheduledAt?: Date | undefined;
    readonly notes?: string | undefined;
  };
  /** Null if the recording is missing; undefined: unchanged. */
  readonly recordingPath?: string | null | undefined;
  readonly recordingDurationMs?: number | undefined;
  /** Why the recording is missing or incomplete. */
  readonly recordingFault?: RecordingFault | undefined;
  readonly variables?: Readonly<Record<string, VariableValue>> | undefined;
  readonly latency?: readonly TurnLatency[] | undefined;
  readonly analysis?: Analysis | undefined;
  readonly sentiment?: Sentiment | undefined;
  readonly costs?: readonly CallCost[] | undefined;
  /** Whether the customer asked for a person. Defaults to false. */
  readonly transferRequested?: boolean | undefined;
  /** Set if the customer must not be called again. */
  readonly optOut?: { readonly reason: string } | undefined;
}

/** Ends a call like `finishCallWithin`, in a separate transaction. */
export function finishCall(scope: Scope, end: CallEnd): Promise<CallDetailRow | undefined> {
  return scope.transaction((tx) => finishCallWithin(tx, end));
}

/**
 * Ends a call once, and updates all rows that depend on its end. Returns undefined, and changes nothing, if the call has ended, is in
 * none of the states of `from`, or does not exist.
 *
 * The order of locks is the same everywhere, so that two ends never deadlock: batch, job, call, and the concurrency counters in the
 * order of their names.
 */
export async function finishCallWithin(tx: Queryable, end: CallEnd): Promise<CallDetailRow | undefined> {
  const { workspaceId, callId, disposition } = end;
  await lockJobOfCall(tx, { workspaceId, callId });
  const callToEnd = await findCallToEnd(tx, { workspaceId, callId, code: disposition.code });
  if (callToEnd === undefined) return undefined;
  const call = await tx.row<CallDetailRow>(endCall, [workspaceId, callId, end.from, endedColumns(end)]);
  if (call === undefined) return undefined;
  await tx.write(insertTimelineEntry, [workspaceId, callId]);
  await tx.write(countNumberDay, [workspaceId, callId]);
  await writeDisposition(tx, end, call);
  await suppress(tx, end, call, callToEnd);
  await tx.write(insertEndEvent, [workspaceId, callId, newId('event'), end.at]);
  await tx.write(insertRecordingEvent, [workspaceId, callId, newId('event'), end.at]);
  await removeActiveCall(tx, { workspaceId, callId });
  await tx.write(settleDialIntents, [workspaceId, callId, end.endReason, end.at]);
  await releaseSlot(tx, { workspaceId, callId });
  await finishJobAndCallback(tx, end, call, callToEnd);
  return call;
}

/** Returns the new values of `endCall` as JSON. */
function endedColumns(end: CallEnd): string | null {
  const { endReason, endDetail, recordingDurationMs, at, endedAt = at } = end;
  const { recordingPath, recordingFault, variables, latency, analysis, sentiment, costs } = end;
  return json({
    endReason,
    endDetail,
    fault: end.fault ?? faultOf[endReason],
    at,
    endedAt,
    code: end.disposition.code,
    recordingPath,
    isRecordingMissing: recordingPath === null,
    recordingDurationMs: recordingDurationMs === undefined ? undefined : Math.round(recordingDurationMs),
    recordingFault,
    variables,
    latency,
    analysis,
    sentiment,
    costs,
    notes: end.disposition.notes ?? '',
    transferRequested: end.transferRequested ?? false,
  });
}

/** Returns the number of the customer, in E.164. */
export const customerNumberOf = ({ direction, toNumber, fromNumber }: CallDetailRow): string =>
  direction === 'outbound' ? toNumber : fromNumber;

async function writeDisposition(tx: Queryable, end: CallEnd, call: CallDetailRow): Promise<void> {
  const { workspaceId, callId, at } = end;
  const { status, scheduledAt, notes = '' } = end.disposition;
  const id = newId('disposition');
  const customerNumber = customerNumberOf(call);
  const values = [workspaceId, callId, id, customerNumber, status, scheduledAt, withoutNul(notes), at];
  await tx.write(insertDisposition, values);
  await tx.write(insertDispositionEvent, [workspaceId, id, newId('event')]);
}

/** Suppresses the customer's number after an opt-out, or if the disposition code adds numbers to the do-not-call list. */
async function suppress(
  tx: Queryable,
  { workspaceId, callId, optOut, disposition, at }: CallEnd,
  call: CallDetailRow,
  { workspaceCode }: CallToEnd,
): Promise<void> {
  if (optOut === undefined && workspaceCode?.addsToDnc !== true) return;
  const reason = optOut?.reason ?? `Recorded as ${disposition.code}.`;
  const address = customerNumberOf(call);
  await addSuppression(tx, { workspaceId, channel: 'voice', address, reason, callId, at });
}

/** Finishes the job of the call, and the disposition that the call followed up. */
async function finishJobAndCallback(
  tx: Queryable,
  { workspaceId, callId, endReason, disposition, at, endedAt = at }: CallEnd,
  { endDetail, attempt }: CallDetailRow,
  { isAnswered, isDialed, workspaceCode, job, callback }: CallToEnd,
): Promise<void> {
  const code = builtIn(disposition.code) ?? workspaceCode ?? undefined;
  const callEnd = {
    workspaceId,
    endReason,
    disposition: disposition.code,
    isDialed,
    isAnswered,
    endedAt,
    at,
  };
  if (job !== null) await finishJob(tx, job, { ...callEnd, endDetail, addsToDnc: code?.addsToDnc ?? false });
  if (callback !== null) await finishCallback(tx, callback, { ...callEnd, callId, attempt, code });
}

const builtIn = (code: string): DispositionCode | undefined =>
  (builtInDispositions as Readonly<Record<string, DispositionCode>>)[code];
