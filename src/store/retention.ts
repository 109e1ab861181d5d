import { erased } from '../domain/erasure.ts';
import { json, type Queryable, type Statement } from './queryable.ts';

/*
 * Finds the records that are past the retention of their workspace, oldest first. Nothing is found that is active or still to be done: an open
 * task, a pending callback, a message that is not sent or not approved, an event that is not delivered. In all statements $1 is the workspace, $2
 * the time before which a record is due, $3 the limit.
 */

/** SQL condition: an event of the subject is not published, or not delivered to all endpoints. */
const hasUndeliveredEvents = (subject: string): string => `exists (
    select from events where events.workspace_id = $1 and events.subject_id = ${subject} and (published_position is null or exists (
      select from webhook_deliveries where event_id = events.id and webhook_deliveries.status in ('waiting', 'pending'))))`;

/** SQL condition: a task is open, or its events are not delivered. `about`: the condition of the tasks. */
const hasPendingTask = (about: string): string => `exists (
    select from tasks where tasks.workspace_id = $1 and ${about} and (tasks.status = 'open' or ${hasUndeliveredEvents('tasks.id')}))`;

/** SQL condition: nothing of the call is still to be done. */
const isCallDone = `not ${hasUndeliveredEvents('calls.id')} and not ${hasPendingTask('tasks.call_id = calls.id')}
    and not exists (select from dispositions where dispositions.workspace_id = $1 and dispositions.call_id = calls.id
      and (dispositions.status in ('pending', 'in_progress') or ${hasUndeliveredEvents('dispositions.id')}))`;

export interface DueQuery {
  readonly workspaceId: string;
  /** Records of this time and later are kept. */
  readonly before: Date;
  readonly limit: number;
}

type FindDue = (db: Queryable, query: DueQuery) => Promise<string[]>;

const findDue =
  (statement: Statement): FindDue =>
  async (db, { workspaceId, before, limit }) =>
    (await db.rows<{ id: string }>(statement, [workspaceId, before, limit])).map(({ id }) => id);

/** A recording of an ended call. */
export interface DueRecording {
  readonly id: string;
  /** As stored. */
  readonly path: string;
}

const findRecordingsStatement: Statement = {
  name: 'find_due_recordings',
  text: `select id, recording_path as path from calls
    where workspace_id = $1 and state = 'ended' and recording_path is not null and ended_at < $2 order by ended_at limit $3`,
};

export const findDueRecordings = (
  db: Queryable,
  { workspaceId, before, limit }: DueQuery,
): Promise<DueRecording[]> => db.rows<DueRecording>(findRecordingsStatement, [workspaceId, before, limit]);

const removeRecordingsStatement: Statement = {
  name: 'remove_due_recordings',
  text: `update calls set recording_path = null, recording_duration_ms = null
    from jsonb_to_recordset($2) as removed (id text, path text)
    where workspace_id = $1 and calls.id = removed.id and recording_path = removed.path`,
};

/** Removes recordings from their calls. The caller deletes the files first. Returns the number of calls. */
export const removeRecordings = (
  db: Queryable,
  workspaceId: string,
  recordings: readonly DueRecording[],
): Promise<number> => db.execute(removeRecordingsStatement, [workspaceId, json(recordings)]);

/** Finds calls with a transcript. */
export const findDueTranscripts = findDue({
  name: 'find_due_transcripts',
  text: `select id from calls where workspace_id = $1 and state = 'ended' and transcript_purged_at is null and erased_at is null
      and ended_at < $2 and ${isCallDone}
    order by ended_at limit $3 for update skip locked`,
});

/** Finds calls whose recording and transcript are deleted, and locks them. */
export const findDueCalls = findDue({
  name: 'find_due_calls',
  text: `select id from calls where workspace_id = $1 and state = 'ended' and erased_at is null and ended_at < $2
      and recording_path is null and transcript_purged_at is not null and ${isCallDone}
    order by ended_at limit $3 for update skip locked`,
});

const findConversationsStatement: Statement = {
  name: 'find_due_conversations',
  text: `select id from conversations where workspace_id = $1 and erased_at is null and updated_at < $2
      and (expires_at <= $4 or closed_at is not null)
      and not exists (select from messages where messages.conversation_id = conversations.id
        and messages.status in ('pending_approval', 'approved', 'scheduled', 'sending'))
      and not ${hasUndeliveredEvents('conversations.id')} and not ${hasPendingTask('tasks.conversation_id = conversations.id')}
    order by updated_at limit $3 for update skip locked`,
};

/** Finds conversations that have ended at `at`, and locks them. */
export const findDueConversations = async (
  db: Queryable,
  { workspaceId, before, limit, at }: DueQuery & { readonly at: Date },
): Promise<string[]> => {
  const rows = await db.rows<{ id: string }>(findConversationsStatement, [workspaceId, before, limit, at]);
  return rows.map(({ id }) => id);
};

/** Finds dispositions without an open callback or task, and locks them. */
export const findDueDispositions = findDue({
  name: 'find_due_dispositions',
  text: `select id from dispositions where workspace_id = $1 and phone_number <> '${erased}'
      and status not in ('pending', 'in_progress') and updated_at < $2
      and not ${hasUndeliveredEvents('dispositions.id')} and not ${hasPendingTask('tasks.disposition_id = dispositions.id')}
    order by updated_at limit $3 for update skip locked`,
});

const deleteEventsStatement: Statement = {
  name: 'delete_due_events',
  text: `delete from events where id in (
    select id from events where workspace_id = $1 and created_at < $2 and published_position is not null and not exists (
      select from webhook_deliveries where event_id = events.id and webhook_deliveries.status in ('waiting', 'pending'))
    order by created_at limit $3)`,
};

/** Deletes published events with their deliveries, unless one is still to be delivered. Returns the number of events. */
export const deleteDueEvents = (db: Queryable, { workspaceId, before, limit }: DueQuery): Promise<number> =>
  db.execute(deleteEventsStatement, [workspaceId, before, limit]);
