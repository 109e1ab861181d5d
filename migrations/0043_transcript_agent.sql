-- Breaks running workers: no.

-- The agent that spoke, if it is not the first agent of the call.
alter table transcript_entries add column agent_id text collate "C";
