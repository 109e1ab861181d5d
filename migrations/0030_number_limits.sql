-- Breaks running workers: no.

-- Calls at once from one number; null: as many as the plan allows.
alter table phone_numbers add column max_concurrency integer check (max_concurrency >= 1);
create index phone_numbers_limited on phone_numbers (workspace_id) where max_concurrency is not null;

-- Its counter is there as soon as there is a limit. Its name makes it the last to be locked: workspace, slash, number.
create function parley_count_from_number() returns trigger language plpgsql as $$
begin
  insert into concurrency_counters (holder, workspace_id, active)
  values (new.workspace_id || '/' || new.e164, new.workspace_id, 0) on conflict do nothing;
  return null;
end $$;
create trigger phone_numbers_count after insert or update of max_concurrency on phone_numbers
  for each row when (new.max_concurrency is not null) execute function parley_count_from_number();
