-- Breaks running workers: no.

-- Lists conversations by their latest message or change.
create index conversations_latest on conversations (workspace_id, updated_at desc, id desc);
