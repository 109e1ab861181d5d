-- Breaks running workers: yes, those of the version before use the earlier names; end them first.

alter table batch_jobs rename column put_off_by to deferred_by;
alter table batch_jobs rename column put_off_detail to deferred_detail;
alter index batch_jobs_put_off rename to batch_jobs_deferred;
alter table dial_pace rename to dial_rate_limits;
alter index dial_pace_pkey rename to dial_rate_limits_pkey;
