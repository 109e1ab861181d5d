-- Breaks running workers: no.

-- How many addresses a workspace has suppressed on each channel, exact at every moment. Sixteen rows share the counting, so that a
-- call that ends does not wait for an import.
create table suppression_counts (
  workspace_id  text collate "C" not null,
  channel       text collate "C" not null,
  stripe        smallint not null,
  count         bigint not null,
  primary key (workspace_id, channel, stripe)
) with (fillfactor = 50);
call parley_isolate('suppression_counts');

create function parley_count_suppressions() returns trigger language plpgsql as $$
declare
  direction constant bigint := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into suppression_counts
  select workspace_id, channel, pg_backend_pid() % 16, direction * count(*) from changed
  group by workspace_id, channel order by workspace_id, channel
  on conflict (workspace_id, channel, stripe) do update
    set count = suppression_counts.count + excluded.count;
  return null;
end $$;

create trigger suppressions_added after insert on suppressions
  referencing new table as changed for each statement execute function parley_count_suppressions();
create trigger suppressions_removed after delete on suppressions
  referencing old table as changed for each statement execute function parley_count_suppressions();

-- Row-level security binds the owner of the tables as well.
set local parley.workspace = '*';
insert into suppression_counts
select workspace_id, channel, 0, count(*) from suppressions group by workspace_id, channel;
