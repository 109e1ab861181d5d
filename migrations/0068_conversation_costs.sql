-- Breaks running workers: no.

-- The usage of language models in replies and analyses, and its cost.
alter table conversations add column costs jsonb not null default '[]';
