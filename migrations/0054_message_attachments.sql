-- Breaks running workers: no.

-- What is known of the attachments of inbound messages: [{"name", "contentType", "bytes"}].
alter table messages add column attachments jsonb not null default '[]';
