-- Breaks running workers: no.

-- The analysis of the conversation after its end; null before it, or if the agent requests none.
alter table conversations add column analysis jsonb;
