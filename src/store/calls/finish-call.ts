import { newId } from '../../core/ids.ts';
import type { CallAnalysis, CallCost, TurnLatency } from '../../domain/call.ts';
import { faultOf, type CallState, type EndReason, type Fault } from '../../domain/call-state.ts';
import type { DispositionStatus } from '../../domain/disposition.ts';
import type { RecordingFault } from '../../domain/recording-fault.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import {
  dialersTold,
  heldBatch,
  jobAfterEnd,
  jobMoves,
  type JobParameters,
} from '../batches/job-after-end.ts';
import {
  callbackAfterEnd,
  callbackMove,
  type CallbackParameters,
} from '../dispositions/callback-after-end.ts';
import { json, storable, type Queryable, type Statement } from '../queryable.ts';
import { callDetailColumns, callEventData, type CallDetailRow } from './call-row.ts';
import { findFollowers } from './find-followers.ts';

export interface CallEnd {
  readonly workspaceId: string;
  readonly callId: string;
  /** The end happens only from one of these; left out: from every state but `ended`. */
  readonly from?: readonly CallState[] | undefined;
  readonly endReason: EndReason;
  /** A sentence for people. */
  readonly endDetail?: string | undefined;
  /** Left out: what the reason tells. */
  readonly fault?: Fault | undefined;
  /** When this is written: of the disposition and the events. */
  readonly at: Date;
  /** When the call ended; left out: `at`. */
  readonly endedAt?: Date | undefined;
  readonly disposition: {
    readonly code: string;
    readonly status: DispositionStatus;
    readonly scheduledAt?: Date | undefined;
    readonly notes?: string | undefined;
  };
  /** Null: what was to be recorded is not there. Left out: as it was. */
  readonly recordingPath?: string | null | undefined;
  readonly recordingDurationMs?: number | undefined;
  /** Why the recording is missing or incomplete. */
  readonly recordingFault?: RecordingFault | undefined;
  readonly variables?: Readonly<Record<string, VariableValue>> | undefined;
  readonly latency?: readonly TurnLatency[] | undefined;
  readonly analysis?: CallAnalysis | undefined;
  readonly costs?: readonly CallCost[] | undefined;
  /** Why the other side's number is not to be called again. */
  readonly optOut?: { readonly reason: string } | undefined;
}

/** Of calls that something picked up, and no person. */
const unreached = `disposition in ('no_answer', 'busy', 'voicemail', 'failed', 'invalid_number')`;

/** Ends before the answer that tell nothing of how calls from a number are received. */
const ownEnd = `end_reason in ('cancelled', 'agent_hangup', 'provider_error', 'node_lost')`;

const jobParameters: JobParameters = {
  workspaceId: '$1',
  at: '$6',
  batchId: '$24',
  moves: '$25',
  eventId: '$26',
};

const callbackParameters: CallbackParameters = {
  workspaceId: '$1',
  at: '$6',
  dispositionId: '$27',
  move: '$28',
};

/**
 * One statement, and so one transaction: the end, its entry in the timeline, the disposition, the suppression, the
 * events, the row of the active call, the intent to dial, the slots, the job in a batch and the disposition that was
 * followed up. The batch is locked before the call; counters are locked after it and in the order of their names, as everywhere, so
 * that two ends never wait for each other.
 */
const statement: Statement = {
  name: 'finish_call',
  text: `with ${heldBatch(jobParameters)},
    call as (
      update calls set state = 'ended', end_reason = $3, end_detail = $4, fault = $5, ended_at = $22,
        updated_at = $6, event_sequence = event_sequence + 1, disposition = $7,
        recording_path = case when $23 then null else coalesce($12, recording_path) end,
        recording_duration_ms = coalesce($13, recording_duration_ms),
        recording_fault = coalesce($29, recording_fault), variables = coalesce($14, variables),
        latency = coalesce($15, latency), analysis = coalesce($16, analysis), costs = coalesce($17, costs)
      where workspace_id = $1 and id = $2 and state <> 'ended' and state = any(coalesce($21, array[state]))
        and (select count(*) from batch) >= 0
      returning *),
    told as (
      select *, case direction when 'outbound' then to_number else from_number end as customer_number,
        case when answered_at is null then 'call.failed' else 'call.completed' end as event_type,
        extract(epoch from ended_at - answered_at)::float8 as duration from call),
    timeline as (
      insert into call_events (workspace_id, call_id, sequence, at, type, detail)
      select workspace_id, id, event_sequence, ended_at, 'ended',
        jsonb_build_object('endReason', end_reason, 'endDetail', end_detail, 'fault', fault) from call),
    counted_from as (
      insert into number_day_changes (workspace_id, e164, day, answered, voicemail, failed)
      select workspace_id, from_number, (dialed_at at time zone 'UTC')::date,
        (answered_at is not null and end_reason <> 'voicemail' and not ${unreached})::integer,
        (end_reason = 'voicemail' or disposition = 'voicemail')::integer, (end_reason = 'carrier_error')::integer
      from call
      where direction = 'outbound' and dialed_at is not null and (answered_at is not null or not ${ownEnd})),
    outcome as (
      insert into dispositions (id, workspace_id, call_id, phone_number, disposition, status, scheduled_at, attempt,
        agent_id, agent_name, batch_id, notes, created_at, updated_at)
      select $8, workspace_id, id, customer_number, $7, $9, $10, attempt, agent_id, agent ->> 'name', batch_id, $11,
        $6, $6 from told),
    suppression as (
      insert into suppressions (workspace_id, channel, address, reason, call_id, created_at)
      select workspace_id, 'voice', customer_number, coalesce($18, 'Recorded as ' || $7::text || '.'), id, $6 from told
      where $18::text is not null or exists (
        select from disposition_codes code
        where code.workspace_id = told.workspace_id and code.code = $7 and code.adds_to_dnc)
      on conflict do nothing),
    outbox as (
      insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
      select $19, call.workspace_id, call.event_type, call.id, call.event_sequence,
        ${callEventData} || jsonb_build_object('duration', coalesce(call.duration, 0), 'endReason', call.end_reason,
          'fault', call.fault, 'disposition', call.disposition), $6 from told call
      union all
      select $20, call.workspace_id, 'disposition.created', $8, 1,
        jsonb_build_object('dispositionId', $8::text, 'disposition', $7::text, 'status', $9::text,
          'scheduledAt', $10::timestamptz, 'callId', call.id, 'agentId', call.agent_id,
          'phoneNumber', call.customer_number, 'sequence', 1), $6 from told call),
    inactive as (delete from active_calls using call where call_id = call.id),
    settled as (
      update dial_intents set settled_at = $6, outcome = $3 from call
      where dial_intents.call_id = call.id and settled_at is null),
    released as (
      delete from concurrency_slots using call where call_id = call.id returning holder),
    counters as materialized (
      select holder from concurrency_counters where holder in (select holder from released) order by holder for update),
    counted as (
      update concurrency_counters counter set active = counter.active - 1 from counters
      where counter.holder = counters.holder),
    ${jobAfterEnd(jobParameters)},
    ${callbackAfterEnd(callbackParameters)}
    select ${callDetailColumns} from call where ${dialersTold}`,
};

/** Ends a call once: undefined when it had ended already, is in another state than asked for, or there is no such call. */
export async function finishCall(db: Queryable, end: CallEnd): Promise<CallDetailRow | undefined> {
  const { workspaceId, callId, endReason, disposition } = end;
  const followers = await findFollowers(db, { workspaceId, callId, code: disposition.code });
  if (followers === undefined) return undefined;
  const endDetail = end.endDetail === undefined ? null : storable(end.endDetail);
  const endedAt = end.endedAt ?? end.at;
  const toBe = { endReason, endDetail, endedAt, disposition: disposition.code };
  return db.row<CallDetailRow>(statement, [
    workspaceId,
    callId,
    endReason,
    endDetail,
    end.fault ?? faultOf[endReason],
    end.at,
    disposition.code,
    newId('disposition'),
    disposition.status,
    disposition.scheduledAt,
    storable(disposition.notes ?? ''),
    end.recordingPath,
    end.recordingDurationMs === undefined ? null : Math.round(end.recordingDurationMs),
    json(end.variables),
    json(end.latency),
    json(end.analysis),
    json(end.costs),
    end.optOut?.reason,
    newId('event'),
    newId('event'),
    end.from,
    endedAt,
    end.recordingPath === null,
    followers.batchId,
    json(jobMoves(followers, toBe)),
    newId('event'),
    followers.dispositionId,
    json(callbackMove(followers, toBe)),
    end.recordingFault,
  ]);
}
