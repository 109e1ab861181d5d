-- Breaks running workers: yes, those of the version before call without asking; end them first.

-- Asked before each call whether it may be made; how many of the plan's calls at once are left to others.
alter table batches
  add column predial_url text,
  add column reserved_concurrency integer check (reserved_concurrency >= 0);

alter table batch_jobs
  -- The attempt that may be made, until when; and how often in a row nobody gave an answer that says so or not.
  add column cleared_attempt smallint,
  add column cleared_until timestamptz,
  add column predial_failures smallint not null default 0,
  drop constraint batch_jobs_skip_reason_check,
  add constraint batch_jobs_skip_reason_check check (skip_reason in ('invalid_row', 'duplicate', 'suppressed', 'not_eligible'));
