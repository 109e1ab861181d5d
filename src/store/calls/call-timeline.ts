import { newId } from '../../core/ids.ts';
import type { TranscriptEntry } from '../../domain/call.ts';
import type { CallbackCaller } from '../../domain/flow/protocol.ts';
import { json, type Queryable, type Statement, withoutNul } from '../queryable.ts';
import { callEventData } from './calls.ts';

export interface NewCallEvent {
  readonly workspaceId: string;
  readonly callId: string;
  readonly type: string;
  readonly at: Date;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
  /** Webhook event that is published with the entry, such as `call.answered` or `recording.ready`. */
  readonly publish?: { readonly type: string; readonly data?: Readonly<Record<string, unknown>> } | undefined;
  /** Skips the entry if one with the same type, time and detail exists. */
  readonly skipIfExists?: boolean | undefined;
  /** New path of the recording. */
  readonly recordingPath?: string | undefined;
}

const appendCallEventStatement: Statement = {
  name: 'append_call_event',
  text: `with call as (
      update calls set event_sequence = event_sequence + 1, updated_at = greatest(updated_at, $4),
        recording_path = case when state = 'ended' then recording_path else coalesce($10, recording_path) end
      where workspace_id = $1 and id = $2 and not ($9 and exists (
        select from call_events where call_id = $2 and at = $4 and type = $3 and detail = $5))
      returning *),
    outbox as (
      insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
      select $6, workspace_id, $7, id, event_sequence, ${callEventData} || $8::jsonb, $4 from call
      where $7::text is not null)
    insert into call_events (workspace_id, call_id, sequence, at, type, detail)
    select workspace_id, id, event_sequence, $4, $3, $5 from call returning sequence`,
  writesEvents: true,
};

/** Appends a timeline entry without a change of state. Returns its sequence number, or undefined if it was skipped. */
export async function appendCallEvent(db: Queryable, event: NewCallEvent): Promise<number | undefined> {
  const row = await db.row<{ sequence: number }>(appendCallEventStatement, [
    event.workspaceId,
    event.callId,
    event.type,
    event.at,
    json(event.detail ?? {}),
    newId('event'),
    event.publish?.type,
    json(event.publish?.data ?? {}),
    event.skipIfExists ?? false,
    event.recordingPath,
  ]);
  return row?.sequence;
}

/** The type of the entries that contain advice to the agent. */
export const adviceEvent = 'whispered';

export interface CallEventRow {
  readonly sequence: number;
  readonly at: Date;
  /** A state of the call, or another event. */
  readonly type: string;
  readonly detail: Record<string, unknown>;
}

const listCallEventsStatement: Statement = {
  name: 'list_call_events',
  text: `select sequence, at, type, detail from call_events where workspace_id = $1 and call_id = $2
    order by sequence limit 10000`,
};

/** Lists the timeline, oldest first; at most 10,000 entries. */
export function listCallEvents(
  db: Queryable,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
): Promise<CallEventRow[]> {
  return db.rows<CallEventRow>(listCallEventsStatement, [workspaceId, callId]);
}

export interface NewTranscriptEntry {
  readonly workspaceId: string;
  readonly callId: string;
  /** Assigned by the call session, from 1. An entry with the same number is replaced. */
  readonly sequence: number;
  readonly entry: TranscriptEntry;
}

const appendTranscriptEntryStatement: Statement = {
  name: 'append_transcript_entry',
  text: `insert into transcript_entries (workspace_id, call_id, sequence, role, content, start_ms, end_ms, interrupted,
      digits, confidence, node_id, agent_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    on conflict (call_id, sequence) do update set content = excluded.content, start_ms = excluded.start_ms,
      end_ms = excluded.end_ms, interrupted = excluded.interrupted, digits = excluded.digits,
      confidence = excluded.confidence`,
};

export async function appendTranscriptEntry(db: Queryable, newEntry: NewTranscriptEntry): Promise<void> {
  const { entry } = newEntry;
  await db.execute(appendTranscriptEntryStatement, [
    newEntry.workspaceId,
    newEntry.callId,
    newEntry.sequence,
    entry.role,
    withoutNul(entry.content),
    entry.startMs,
    entry.endMs,
    entry.interrupted,
    entry.digits,
    entry.confidence,
    entry.nodeId,
    entry.agentId,
  ]);
}

export interface TranscriptRow {
  readonly sequence: number;
  readonly role: 'agent' | 'customer';
  readonly content: string;
  /** Relative to the answer of the call. */
  readonly startMs: number;
  readonly endMs: number;
  readonly interrupted: boolean;
  readonly digits: string | null;
  readonly confidence: number | null;
  readonly nodeId: string | null;
  /** The agent to which the call was handed over before; null for the first agent of the call. */
  readonly agentId: string | null;
}

const listTranscriptStatement: Statement = {
  name: 'list_transcript',
  text: `select sequence, role, content, start_ms as "startMs", end_ms as "endMs", interrupted, digits, confidence,
      node_id as "nodeId", agent_id as "agentId"
    from transcript_entries where workspace_id = $1 and call_id = $2 order by sequence limit 10000`,
};

/** Lists the transcript in order; at most 10,000 entries. */
export function listTranscript(
  db: Queryable,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
): Promise<TranscriptRow[]> {
  return db.rows<TranscriptRow>(listTranscriptStatement, [workspaceId, callId]);
}

export interface CallActivity {
  /**
   * Newest timestamp of the call: its row, timeline and transcript, and the last heartbeat of its node if the node is
   * dead.
   */
  readonly lastActivityAt: Date;
  /** Whether the customer opted out during the call. */
  readonly optedOut: boolean;
  /** Whether the customer asked for a person during the call. */
  readonly personRequested: boolean;
  /** The last disposition that the flow recorded; `scheduledAt` (ISO 8601) if a callback was agreed. */
  readonly flowDisposition: {
    readonly disposition?: string;
    readonly scheduledAt?: string;
    readonly notes?: string;
    /** Who calls back; omitted by earlier versions. */
    readonly by?: CallbackCaller;
  } | null;
}

const findLastActivityStatement: Statement = {
  name: 'find_last_activity',
  text: `select greatest(call.created_at, call.dialed_at, call.ringing_at, call.answered_at, call.updated_at,
      (select max(at) from call_events where call_id = call.id),
      (select updated_at from active_calls where call_id = call.id),
      (select call.answered_at + max(end_ms) * interval '1 ms' from transcript_entries where call_id = call.id),
      (select beat_at from nodes where id = call.node_id and lease_until < now())) as "lastActivityAt",
    exists (select from suppressions where workspace_id = call.workspace_id and channel = 'voice' and call_id = call.id
      and address = case call.direction when 'outbound' then call.to_number else call.from_number end) as "optedOut",
    exists (select from call_events where call_id = call.id and type = 'person_requested') as "personRequested",
    (select detail from call_events where call_id = call.id and type in ('disposition_set', 'callback_agreed')
      order by sequence desc limit 1) as "flowDisposition"
    from calls call where workspace_id = $1 and id = $2`,
};

/**
 * Returns the last activity of a call whose end was not recorded, or undefined if the call does not exist. Heartbeats are
 * on the database's clock.
 */
export function findLastActivity(
  db: Queryable,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
): Promise<CallActivity | undefined> {
  return db.row<CallActivity>(findLastActivityStatement, [workspaceId, callId]);
}

const findOpenRequestsStatement: Statement = {
  name: 'find_open_requests',
  text: `select started.detail from call_events started
    join calls call on call.id = started.call_id and call.workspace_id = $1
    where started.call_id = $2 and started.type = 'http_request_started' and not exists (
      select from call_events ended where ended.call_id = $2 and ended.type = 'http_request_ended'
        and ended.detail ->> 'requestId' = started.detail ->> 'requestId')
    order by started.sequence`,
};

/** Returns the details of the call's `http_request_started` entries without an `http_request_ended`, in order. */
export async function findOpenRequests(
  db: Queryable,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
): Promise<Readonly<Record<string, unknown>>[]> {
  const rows = await db.rows<{ detail: Readonly<Record<string, unknown>> }>(findOpenRequestsStatement, [
    workspaceId,
    callId,
  ]);
  return rows.map(({ detail }) => detail);
}
