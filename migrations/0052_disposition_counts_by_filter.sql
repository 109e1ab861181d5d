-- Breaks running workers: yes, those of the version before list dispositions by the counters that are removed; end them first.

-- The total of a list of dispositions is read from counts by agent, disposition, status and attempt.
drop trigger dispositions_added on dispositions;
drop trigger dispositions_removed on dispositions;
drop trigger dispositions_changed on dispositions;
drop function parley_note_dispositions();
drop table disposition_spans, disposition_counts, disposition_changes, disposition_fragment_counts;
drop function parley_digit_fragments(text, text);

create table disposition_counts (
  workspace_id  text collate "C" not null,
  -- Empty for none.
  agent_id      text collate "C" not null,
  agent_name    text collate "C" not null,
  disposition   text collate "C" not null,
  status        text collate "C" not null,
  attempt       integer not null,
  count         bigint not null,
  primary key (workspace_id, agent_id, agent_name, disposition, status, attempt)
) with (fillfactor = 50);
call parley_isolate('disposition_counts');

-- Changes that are applied to the counts every few seconds. Writers only insert, so no writer waits for another.
create table disposition_count_deltas (
  workspace_id  text collate "C" not null,
  agent_id      text collate "C" not null,
  agent_name    text collate "C" not null,
  disposition   text collate "C" not null,
  status        text collate "C" not null,
  attempt       integer not null,
  delta         bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index disposition_count_deltas_of_workspace on disposition_count_deltas (workspace_id);
call parley_isolate('disposition_count_deltas');

create function parley_count_dispositions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into disposition_count_deltas
    select workspace_id, coalesce(agent_id, ''), coalesce(agent_name, ''), disposition, status, attempt, count(*)
    from added group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    insert into disposition_count_deltas
    select workspace_id, coalesce(agent_id, ''), coalesce(agent_name, ''), disposition, status, attempt, -count(*)
    from removed group by 1, 2, 3, 4, 5, 6;
  else
    insert into disposition_count_deltas
    select workspace_id, coalesce(agent_id, ''), coalesce(agent_name, ''), disposition, status, attempt, sum(delta)
    from (select *, 1 as delta from added union all select *, -1 from removed) as changed
    group by 1, 2, 3, 4, 5, 6 having sum(delta) <> 0;
  end if;
  return null;
end $$;

create trigger dispositions_inserted after insert on dispositions
  referencing new table as added for each statement execute function parley_count_dispositions();
create trigger dispositions_deleted after delete on dispositions
  referencing old table as removed for each statement execute function parley_count_dispositions();
create trigger dispositions_updated after update on dispositions
  referencing old table as removed new table as added for each statement execute function parley_count_dispositions();

-- Row-level security binds the owner of the tables as well.
set local parley.workspace = '*';
insert into disposition_counts
select workspace_id, coalesce(agent_id, ''), coalesce(agent_name, ''), disposition, status, attempt, count(*)
from dispositions group by 1, 2, 3, 4, 5, 6;
