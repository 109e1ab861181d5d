import { erased, type ErasureReport, type PersonAddress } from '../domain/erasure.ts';
import { hasAddress, isPartOf } from './person-tables.ts';
import type { Queryable, Statement } from './queryable.ts';

/*
 * The statements that erase the personal data of records. In all of them $1 is the workspace. Rows that are counted stay, with '[erased]' in
 * place of the address.
 */

export interface RecordIds {
  readonly workspaceId: string;
  readonly ids: readonly string[];
  readonly at: Date;
}

const findRecordingsStatement: Statement = {
  name: 'find_recordings_to_erase',
  text: `select recording_path as path from calls
    where workspace_id = $1 and id = any($2) and state = 'ended' and recording_path is not null`,
};

/** Returns the paths of the recordings of ended calls, as stored. */
export async function findRecordings(
  db: Queryable,
  { workspaceId, ids }: Omit<RecordIds, 'at'>,
): Promise<string[]> {
  const rows = await db.rows<{ path: string }>(findRecordingsStatement, [workspaceId, ids]);
  return rows.map(({ path }) => path);
}

const listEndedCallsStatement: Statement = {
  name: 'list_ended_calls_with_recordings',
  text: `select id, workspace_id as "workspaceId", recording_path is not null as "hasRecording" from calls
    where id = any($1) and state = 'ended'`,
};

export interface EndedCall {
  readonly id: string;
  readonly workspaceId: string;
  /** False also after its deletion. */
  readonly hasRecording: boolean;
}

/** Returns those of the calls that have ended. `db` is the system's scope. */
export function listEndedCalls(db: Queryable, callIds: readonly string[]): Promise<EndedCall[]> {
  return db.rows(listEndedCallsStatement, [callIds]);
}

const listStaleFilesStatement: Statement = {
  name: 'list_calls_with_stale_files',
  text: `select id, recording_path is null as "hasNoRecording", transcript_purged_at is not null or erased_at is not null as "hasNoSipMessages"
    from calls where id = any($1) and state = 'ended' and ended_at < $2
      and (recording_path is null or transcript_purged_at is not null or erased_at is not null)`,
};

/** A call whose files may be stale: what was deleted of it. */
export interface StaleCall {
  readonly id: string;
  readonly hasNoRecording: boolean;
  readonly hasNoSipMessages: boolean;
}

/** Returns those of the calls that ended before a time and whose recording or SIP messages are deleted. `db` is the system's scope. */
export function listStaleCalls(
  db: Queryable,
  callIds: readonly string[],
  endedBefore: Date,
): Promise<StaleCall[]> {
  return db.rows(listStaleFilesStatement, [callIds, endedBefore]);
}

const eraseCallsStatement: Statement = {
  name: 'erase_calls',
  text: `update calls set to_number = case direction when 'outbound' then '${erased}' else to_number end,
      from_number = case direction when 'inbound' then '${erased}' else from_number end,
      customer = '{}', dynamic = '{}', metadata = '{}', overrides = null, variables = '{}', notes = '', end_detail = null,
      analysis = null, sentiment = null, recording_path = null, recording_duration_ms = null, erased_at = coalesce(erased_at, $3),
      updated_at = $3
    where workspace_id = $1 and id = any($2) and state = 'ended'`,
};

const deleteTranscriptStatement: Statement = {
  name: 'erase_transcripts',
  text: `delete from transcript_entries where ${isPartOf('transcript_entries', 'calls')}`,
};

const deleteTimelineStatement: Statement = {
  name: 'erase_call_events',
  text: `delete from call_events where ${isPartOf('call_events', 'calls')}`,
};

const findDispositionsOfCallsStatement: Statement = {
  name: 'find_dispositions_to_erase',
  text: `select id from dispositions where ${isPartOf('dispositions', 'calls')}`,
};

const findTasksOfCallsStatement: Statement = {
  name: 'find_tasks_of_calls_to_erase',
  text: `select id from tasks where ${isPartOf('tasks', 'calls')}`,
};

const findTasksOfConversationsStatement: Statement = {
  name: 'find_tasks_of_conversations_to_erase',
  text: `select id from tasks where ${isPartOf('tasks', 'conversations')}`,
};

/** A pending callback is cancelled, because there is no number to call. */
const eraseDispositionsStatement: Statement = {
  name: 'erase_dispositions',
  text: `update dispositions set phone_number = '${erased}', notes = '', customer = null, dynamic = null, updated_at = $3,
      status = case status when 'pending' then 'cancelled' else status end
    where workspace_id = $1 and id = any($2)`,
};

/** An open task is done, because there is nobody to contact. */
const eraseTasksStatement: Statement = {
  name: 'erase_tasks',
  text: `update tasks set address = '${erased}', reason = '${erased}', note = '', status = 'done', done_at = coalesce(done_at, $3),
      done_by = coalesce(done_by, 'system'), updated_at = $3
    where workspace_id = $1 and id = any($2)`,
};

/** Deletes the deliveries of the events too. */
const deleteEventsStatement: Statement = {
  name: 'erase_events',
  text: `delete from events where ${isPartOf('events', 'calls')}`,
};

/** Keeps the ids of a stored response, so that a repeated request still has no effect. */
const eraseResponsesStatement: Statement = {
  name: 'erase_idempotent_responses',
  text: `update idempotency_records set response_body = (
      select coalesce(jsonb_object_agg(name, member), '{}')::text from jsonb_each(response_body::jsonb) as entry (name, member)
      where name = 'status' or member #>> '{}' ~ '^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$')
    where workspace_id = $1 and resource_id = any($2) and response_body ~ '^[{]'`,
};

/** Running analyses find the call erased. */
const deleteAnalysisJobsStatement: Statement = {
  name: 'erase_queued_jobs',
  text: `delete from jobs where workspace_id = $1 and state = 'queued'
    and kind in ('analyze-call', 'analyze-conversation', 'reply-to-conversation') and key = any($2)`,
};

const idsOf = async (db: Queryable, statement: Statement, values: readonly unknown[]): Promise<string[]> =>
  (await db.rows<{ id: string }>(statement, values)).map(({ id }) => id);

async function eraseDispositions(tx: Queryable, { workspaceId, ids, at }: RecordIds): Promise<ErasureReport> {
  if (ids.length === 0) return {};
  const dispositions = await tx.execute(eraseDispositionsStatement, [workspaceId, ids, at]);
  return { dispositions, events: await tx.execute(deleteEventsStatement, [workspaceId, ids]) };
}

async function eraseTasks(tx: Queryable, { workspaceId, ids, at }: RecordIds): Promise<ErasureReport> {
  if (ids.length === 0) return {};
  const tasks = await tx.execute(eraseTasksStatement, [workspaceId, ids, at]);
  return { tasks, events: await tx.execute(deleteEventsStatement, [workspaceId, ids]) };
}

/** Erases ended calls: transcript, timeline, events, dispositions, tasks and personal data. The caller deletes the recordings first. */
export async function eraseCalls(tx: Queryable, { workspaceId, ids, at }: RecordIds): Promise<ErasureReport> {
  const key = [workspaceId, ids];
  const calls = await tx.execute(eraseCallsStatement, [...key, at]);
  const transcriptEntries = await tx.execute(deleteTranscriptStatement, key);
  const callEvents = await tx.execute(deleteTimelineStatement, key);
  const events = await tx.execute(deleteEventsStatement, key);
  await tx.execute(eraseResponsesStatement, key);
  await tx.execute(deleteAnalysisJobsStatement, key);
  const dispositions = await idsOf(tx, findDispositionsOfCallsStatement, key);
  const tasks = await idsOf(tx, findTasksOfCallsStatement, key);
  return addReports(
    { calls, transcriptEntries, callEvents, events },
    await eraseDispositions(tx, { workspaceId, ids: dispositions, at }),
    await eraseTasks(tx, { workspaceId, ids: tasks, at }),
  );
}

const eraseSpokenStatement: Statement = {
  name: 'erase_spoken_of_calls',
  text: `update calls set variables = '{}', analysis = null, sentiment = null, transcript_purged_at = $3, updated_at = $3
    where workspace_id = $1 and id = any($2) and state = 'ended'`,
};

/** Erases what was said in ended calls: transcript, timeline, analysis, variables and events. The caller deletes the SIP messages first. */
export async function eraseTranscripts(
  tx: Queryable,
  { workspaceId, ids, at }: RecordIds,
): Promise<ErasureReport> {
  const key = [workspaceId, ids];
  await tx.execute(eraseSpokenStatement, [...key, at]);
  await tx.execute(deleteAnalysisJobsStatement, key);
  return {
    transcriptEntries: await tx.execute(deleteTranscriptStatement, key),
    callEvents: await tx.execute(deleteTimelineStatement, key),
    events: await tx.execute(deleteEventsStatement, key),
  };
}

const eraseNotesOfCallsStatement: Statement = {
  name: 'erase_notes_of_calls',
  text: `update calls set notes = '', updated_at = $3
    where workspace_id = $1 and id in (select call_id from dispositions where workspace_id = $1 and id = any($2)) and notes <> ''`,
};

/** Erases dispositions, and the copies of their notes in calls. */
export async function eraseDispositionsWithNotes(tx: Queryable, records: RecordIds): Promise<ErasureReport> {
  await tx.execute(eraseNotesOfCallsStatement, [records.workspaceId, records.ids, records.at]);
  return eraseDispositions(tx, records);
}

const lockConversationsStatement: Statement = {
  name: 'lock_conversations_to_erase',
  text: `select from conversations where workspace_id = $1 and id = any($2) order by id for update`,
};

const eraseConversationsStatement: Statement = {
  name: 'erase_conversations',
  text: `update conversations set recipient = '${erased}', customer = '{}', dynamic = '{}', metadata = '{}', flow_state = null,
      reply_requests = null, analysis = null, attention = null, warnings = '[]', closed_at = coalesce(closed_at, $3),
      erased_at = coalesce(erased_at, $3), updated_at = $3
    where workspace_id = $1 and id = any($2)`,
};

const eraseMessagesStatement: Statement = {
  name: 'erase_messages',
  text: `update messages set content = '${erased}', template = null, draft = null, subject = null, missing_variables = '{}',
      metadata = '{}', decision_note = null, failure = null, sender = null, attachments = '[]', updated_at = $3,
      status = case when status in ('pending_approval', 'approved', 'scheduled') then 'rejected' else status end
    where ${isPartOf('messages', 'conversations')}`,
};

/** Erases conversations with their messages, events and tasks, and closes them. */
export async function eraseConversations(
  tx: Queryable,
  { workspaceId, ids, at }: RecordIds,
): Promise<ErasureReport> {
  const key = [workspaceId, ids];
  await tx.execute(lockConversationsStatement, key);
  const messages = await tx.execute(eraseMessagesStatement, [...key, at]);
  const conversations = await tx.execute(eraseConversationsStatement, [...key, at]);
  const events = await tx.execute(deleteEventsStatement, key);
  await tx.execute(eraseResponsesOfMessagesStatement, key);
  await tx.execute(deleteAnalysisJobsStatement, key);
  const tasks = await idsOf(tx, findTasksOfConversationsStatement, key);
  return addReports(
    { messages, conversations, events },
    await eraseTasks(tx, { workspaceId, ids: tasks, at }),
  );
}

const eraseResponsesOfMessagesStatement: Statement = {
  name: 'erase_idempotent_responses_of_messages',
  text: eraseResponsesStatement.text.replace(
    'resource_id = any($2)',
    `(resource_id = any($2) or resource_id in (select id from messages where workspace_id = $1 and conversation_id = any($2)))`,
  ),
};

/** A kind of records of a person: how the next ones are found, and how they are erased. */
export interface PersonRecords {
  readonly name: string;
  /** Returns the ids of records that are not erased yet. $2: the address; $3: the limit; $4: calls that were dialed ended before. */
  readonly find: Statement;
  readonly erase: (tx: Queryable, records: RecordIds) => Promise<ErasureReport>;
}

/** SQL condition of calls without a file that is still to be written. $4: calls that ended before have all files. */
const isSettled = `(state = 'ended' and (dialed_at is null and direction = 'outbound' or ended_at < $4))`;

/** The records that have the address of a person in an indexed column. Records with open calls or messages are not found. */
export const personRecords: readonly PersonRecords[] = [
  {
    name: 'calls',
    find: {
      name: 'find_calls_of_person',
      text: `select id from calls where ${hasAddress('calls')} and ${isSettled} limit $3`,
    },
    erase: eraseCalls,
  },
  {
    name: 'conversations',
    find: {
      name: 'find_conversations_of_person',
      text: `select id from conversations where ${hasAddress('conversations')} and $4::timestamptz is not null and not exists (
        select from messages where messages.conversation_id = conversations.id and status in ('approved', 'scheduled', 'sending'))
        limit $3`,
    },
    erase: eraseConversations,
  },
  {
    name: 'dispositions',
    find: {
      name: 'find_dispositions_of_person',
      text: `select id from dispositions where ${hasAddress('dispositions')} and status <> 'in_progress'
        and not exists (select from calls where calls.workspace_id = $1 and calls.id = call_id and not (${isSettled})) limit $3`,
    },
    erase: eraseDispositions,
  },
  {
    name: 'tasks',
    find: {
      name: 'find_tasks_of_person',
      text: `select id from tasks where ${hasAddress('tasks')}
        and not exists (select from calls where calls.workspace_id = $1 and calls.id = call_id and not (${isSettled})) limit $3`,
    },
    erase: eraseTasks,
  },
];

/** Adds the counts of reports. */
export function addReports(...reports: readonly ErasureReport[]): ErasureReport {
  const sum: Record<string, number> = {};
  for (const report of reports)
    for (const [kind, count] of Object.entries(report)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

const findOpenStatement: Statement = {
  name: 'find_open_records_of_person',
  text: `select exists (select from calls where ${hasAddress('calls')} and not ${isSettled.replace('$4', '$3')})
      or exists (select from conversations join messages on messages.conversation_id = conversations.id
        where ${hasAddress('conversations')} and messages.status in ('approved', 'scheduled', 'sending'))
      or exists (select from dispositions where ${hasAddress('dispositions')} and status = 'in_progress') as "isOpen"`,
};

/** Returns whether a call with the person is active or ended after `settledBefore`, or a message to the person is being sent. */
export async function hasOpenRecords(
  db: Queryable,
  {
    workspaceId,
    address,
    settledBefore,
  }: { readonly workspaceId: string; readonly settledBefore: Date } & Pick<PersonAddress, 'address'>,
): Promise<boolean> {
  return (await db.row<{ isOpen: boolean }>(findOpenStatement, [workspaceId, address, settledBefore]))!
    .isOpen;
}

const findQueuedCallsStatement: Statement = {
  name: 'find_queued_calls_of_person',
  text: `select id from calls where workspace_id = $1 and to_number = $2 and state = 'queued'`,
};

/** Returns the ids of the calls to the person that are not dialed yet. */
export const findQueuedCalls = (
  db: Queryable,
  { workspaceId, address }: { readonly workspaceId: string } & Pick<PersonAddress, 'address'>,
): Promise<string[]> => idsOf(db, findQueuedCallsStatement, [workspaceId, address]);

const eraseTestMessagesStatement: Statement = {
  name: 'erase_test_messages',
  text: `delete from test_messages arrived where person = $2 and (sender_workspace = $1 or answers is null and exists (
    select from message_parts where message_parts.workspace_id = $1 and message_parts.carrier = arrived.carrier
      and message_parts.external_id = arrived.external_ids[1]))`,
};

const eraseReceiptsStatement: Statement = {
  name: 'erase_receipts',
  text: `delete from message_receipts where suppresses = $1 or position($1 in lower(detail)) > 0`,
};

const eraseInboundPartsStatement: Statement = {
  name: 'erase_inbound_parts',
  text: `delete from inbound_parts where position($1 in lower(message_key)) > 0`,
};

/** Deletes what carriers keep for a short time, of all workspaces: these rows have none. The messages of the test network are of the workspace. */
export async function eraseCarrierRecords(
  tx: Queryable,
  {
    workspaceId,
    address,
    needle,
  }: { readonly workspaceId: string; readonly address: string; readonly needle: string },
): Promise<ErasureReport> {
  await tx.execute(eraseReceiptsStatement, [needle]);
  await tx.execute(eraseInboundPartsStatement, [needle]);
  return { testMessages: await tx.execute(eraseTestMessagesStatement, [workspaceId, address]) };
}
