-- Breaks running workers: no.

-- Which numbers a batch calls, in whatever order and however its file wrote them; null in those started before.
alter table batches add column numbers_digest text collate "C";
create index batches_of_numbers on batches (workspace_id, agent_id, numbers_digest, created_at);
