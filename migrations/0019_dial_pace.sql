-- Breaks running workers: no.

-- When the next call of a batch, of a workspace's batches or by a trunk may begin. Of no workspace: trunks serve them all.
create table dial_pace (
  scope    text collate "C" primary key,
  next_at  timestamptz not null
) with (fillfactor = 50);
create index dial_pace_age on dial_pace (next_at);

-- A batch that waits for room among the calls at once is told when one of its workspace's ends.
create index batches_waiting_for_room on batches (workspace_id) where waiting_for = 'concurrency';

create function parley_tell_of_room() returns trigger language plpgsql as $$
begin
  if exists (
    select from batches
    where waiting_for = 'concurrency' and status = 'running' and workspace_id in (select workspace_id from gone)
  ) then
    perform pg_notify('parley_batches', '');
  end if;
  return null;
end $$;
create trigger concurrency_slots_tell_of_room after delete on concurrency_slots
  referencing old table as gone for each statement execute function parley_tell_of_room();

-- Dialers hear of every batch that may be worked on, or no longer.
create function parley_tell_of_batch() returns trigger language plpgsql as $$
begin
  perform pg_notify('parley_batches', new.id || ' ' || new.status);
  return null;
end $$;
create trigger batches_tell_of_status after update of status on batches
  for each row when (new.status <> old.status) execute function parley_tell_of_batch();
