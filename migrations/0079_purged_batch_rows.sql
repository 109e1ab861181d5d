-- Breaks running workers: no.

-- When the retention erased the rows of a batch, and the last row that it has erased before.
alter table batches add column rows_purged_at timestamptz(3), add column purged_to text collate "C" not null default '';
alter table message_batches add column rows_purged_at timestamptz(3), add column purged_to text collate "C" not null default '';

-- The batches whose rows the retention erases next, oldest first.
create index batches_kept on batches (workspace_id, ended_at) where ended_at is not null and rows_purged_at is null;
create index message_batches_kept on message_batches (workspace_id, ended_at) where ended_at is not null and rows_purged_at is null;
