-- Breaks running workers: no.

-- Goes up with each change of the hours in which a workspace calls.
alter table workspaces add column hours_version integer not null default 0;

-- The hours_version whose hours put a pending job off; null: it waits for something else. A worker of an earlier version leaves it null:
-- such a job waits for its time whatever becomes of the hours.
alter table batch_jobs add column put_off_by integer;
create index batch_jobs_put_off on batch_jobs (batch_id, put_off_by, id) where status = 'pending' and put_off_by is not null;

create function parley_count_hours() returns trigger language plpgsql as $$
begin
  new.hours_version := old.hours_version + 1;
  return new;
end $$;
create trigger workspaces_count_hours before update of calling_hours, own_window on workspaces
  for each row when ((new.calling_hours, new.own_window) is distinct from (old.calling_hours, old.own_window))
  execute function parley_count_hours();

-- Dialers look again at batches whose jobs were put off by other hours.
create function parley_tell_of_hours() returns trigger language plpgsql as $$
begin
  perform pg_notify('parley_batches', id || ' ' || status)
  from batches where workspace_id = new.id and status = 'running' and pending > 0;
  return null;
end $$;
create trigger workspaces_tell_of_hours after update of calling_hours, own_window on workspaces
  for each row when (new.hours_version <> old.hours_version) execute function parley_tell_of_hours();
