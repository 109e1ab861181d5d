import type { Statement } from '../queryable.ts';
import { callDetailColumns, callEventData } from './call-row.ts';

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
        disposition = new."code",
        recording_path = case when new."isRecordingMissing" then null else coalesce(new."recordingPath", recording_path) end,
        recording_duration_ms = coalesce(new."recordingDurationMs", recording_duration_ms),
        recording_fault = coalesce(new."recordingFault", recording_fault),
        variables = coalesce(new."variables", calls.variables), latency = coalesce(new."latency", calls.latency),
        analysis = coalesce(new."analysis", calls.analysis), costs = coalesce(new."costs", calls.costs)
      from jsonb_to_record($4::jsonb) as new ("at" timestamptz, "endReason" text, "endDetail" text, "fault" text,
        "endedAt" timestamptz, "code" text, "recordingPath" text, "isRecordingMissing" boolean,
        "recordingDurationMs" integer, "recordingFault" text, "variables" jsonb, "latency" jsonb, "analysis" jsonb,
        "costs" jsonb)
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
      jsonb_build_object('dispositionId', id, 'disposition', disposition, 'status', status, 'scheduledAt', to_char(scheduled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'callId', call_id, 'agentId', agent_id, 'phoneNumber', phone_number, 'sequence', 1), created_at
    from dispositions where workspace_id = $1 and id = $2`,
  writesEvents: true,
};

/** $3: the id of the event; $4: now. */
export const insertEndEvent: Statement = {
  name: 'insert_call_end_event',
  text: `insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
    select $3, workspace_id, case when answered_at is null then 'call.failed' else 'call.completed' end, id, event_sequence,
      ${callEventData} || jsonb_build_object(
        'duration', coalesce(extract(epoch from ended_at - answered_at)::float8, 0),
        'endReason', end_reason, 'fault', fault, 'disposition', disposition), $4
    from calls call where workspace_id = $1 and id = $2`,
  writesEvents: true,
};

/** $3: the id of the event; $4: now. Inserts nothing without a recording. */
export const insertRecordingEvent: Statement = {
  name: 'insert_recording_event',
  text: `with call as (
      update calls set event_sequence = event_sequence + 1
      where workspace_id = $1 and id = $2 and recording_path is not null returning *)
    insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
    select $3, workspace_id, 'recording.ready', id, event_sequence,
      ${callEventData} || jsonb_build_object('durationMs', recording_duration_ms), $4 from call`,
  writesEvents: true,
};

/** $3: the outcome; $4: now. */
export const settleDialIntents: Statement = {
  name: 'settle_dial_intents_of_call',
  text: `update dial_intents set settled_at = $4, outcome = $3
    where workspace_id = $1 and call_id = $2 and settled_at is null`,
};
