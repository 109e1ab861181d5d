-- Breaks running workers: no.

-- Why a pending job may never be called in the hours that put it off; null: it waits for its time. A worker of an earlier version leaves
-- it null.
alter table batch_jobs add column put_off_detail text;
