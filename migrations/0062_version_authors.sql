-- Breaks running workers: no.

-- The key or user that saved the version; null if it is not known.
alter table agent_versions add column created_by text collate "C";
alter table flow_versions add column created_by text collate "C";
