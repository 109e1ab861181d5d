-- Breaks running workers: no.

create index tasks_of_address on tasks (workspace_id, address, created_at desc, id desc);
create index dispositions_scheduled on dispositions (workspace_id, scheduled_at) where scheduled_at is not null;
