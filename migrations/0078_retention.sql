-- Breaks running workers: no.

-- How many days the records of the workspace are kept, by kind; null: until they are erased.
alter table workspaces add column retention jsonb not null default
  '{"recordingsDays": null, "transcriptsDays": null, "messagesDays": null, "eventsDays": null, "dispositionsDays": null}';

-- When the retention deleted the transcript of a call.
alter table calls add column transcript_purged_at timestamptz(3);

-- What the retention deletes next, oldest first.
create index calls_recorded on calls (workspace_id, ended_at) where state = 'ended' and recording_path is not null;
create index calls_transcribed on calls (workspace_id, ended_at)
  where state = 'ended' and transcript_purged_at is null and erased_at is null;
create index calls_kept on calls (workspace_id, ended_at) where state = 'ended' and erased_at is null;
create index conversations_kept on conversations (workspace_id, updated_at) where erased_at is null;
create index tasks_of_conversation on tasks (conversation_id) where conversation_id is not null;
create index tasks_of_disposition on tasks (disposition_id) where disposition_id is not null;
create index dispositions_kept on dispositions (workspace_id, updated_at)
  where phone_number <> '[erased]' and status not in ('pending', 'in_progress');
