import { newId } from '../../core/ids.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';
import { callEventData } from './call-row.ts';

export interface NewCallEvent {
  readonly workspaceId: string;
  readonly callId: string;
  readonly type: string;
  readonly at: Date;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
  /** Webhook event that is published with the entry, such as `call.transferred` or `recording.ready`. */
  readonly publish?: { readonly type: string; readonly data?: Readonly<Record<string, unknown>> } | undefined;
  /** Skips the entry if one with the same type, time and detail exists. */
  readonly skipIfExists?: boolean | undefined;
  /** New path of the recording. */
  readonly recordingPath?: string | undefined;
}

const statement: Statement = {
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
  const row = await db.row<{ sequence: number }>(statement, [
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
