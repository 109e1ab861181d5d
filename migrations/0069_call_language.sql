-- Breaks running workers: no.

-- The language in which the call starts. Null for calls of earlier versions.
alter table calls add column language text collate "C";
