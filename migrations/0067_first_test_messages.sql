-- Breaks running workers: no.

-- The workspace whose user wrote the first message in place of a simulated person; null for messages that arrived, and for answers.
alter table test_messages add column sender_workspace text collate "C" references workspaces on delete cascade;
