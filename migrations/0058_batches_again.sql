-- Breaks running workers: no.

-- The batch whose rows this one calls again.
alter table batches add column again_of text collate "C";
create index batches_again on batches (workspace_id, again_of) where again_of is not null;
