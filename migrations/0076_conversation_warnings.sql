-- Breaks running workers: no.

-- The messages that the flow of the conversation could not send, each with its node, reason and time.
alter table conversations add column warnings jsonb not null default '[]';
