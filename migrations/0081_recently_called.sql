-- Breaks running workers: no.

-- Rows that a batch skips, because another batch of the agent called their number within 24 hours.
alter table batch_jobs
  drop constraint batch_jobs_skip_reason_check,
  add constraint batch_jobs_skip_reason_check
    check (skip_reason in ('invalid_row', 'duplicate', 'suppressed', 'recently_called', 'not_eligible', 'erased')) not valid;
