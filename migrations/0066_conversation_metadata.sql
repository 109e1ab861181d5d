-- Breaks running workers: no.

-- The metadata of the request that started the conversation.
alter table conversations add column metadata jsonb not null default '{}';
