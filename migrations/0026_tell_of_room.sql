-- Breaks running workers: no.

-- In which workspace there is room, so that no others look.
create or replace function parley_tell_of_room() returns trigger language plpgsql as $$
begin
  perform pg_notify('parley_batches', '* ' || workspace_id)
  from batches
  where waiting_for = 'concurrency' and status = 'running' and workspace_id in (select workspace_id from gone)
  group by workspace_id;
  return null;
end $$;
