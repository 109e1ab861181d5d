-- Breaks running workers: yes, those of the version before count no fragments; end them first.

-- A search for three or four digits finds too many dispositions to count them one by one: one in a hundred numbers has any three. In how many
-- numbers and notes each three and each four digits stand is counted as the other counts are.
create table disposition_fragment_counts (
  workspace_id  text collate "C" not null,
  -- Three or four digits that stand next to each other.
  fragment      text collate "C" not null,
  -- Of the dispositions that have it once or more.
  count         bigint not null,
  primary key (workspace_id, fragment)
) with (fillfactor = 50);
call parley_isolate('disposition_fragment_counts');

create function parley_digit_fragments(phone_number text, notes text) returns setof text language sql immutable as $$
  select distinct substr(run[1], place, size)
  from regexp_matches(phone_number || ' ' || notes, '[0-9]{3,}', 'g') as run
  cross join (values (3), (4)) as fragment (size)
  cross join lateral generate_series(1, length(run[1]) - size + 1) as place
$$;

-- Null in changes from before fragments were counted: what these tell of is counted below.
alter table disposition_changes add column phone_number text collate "C", add column notes text;

create or replace function parley_note_dispositions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into disposition_changes (workspace_id, created_at, disposition, status, attempt, agent_id, agent_name, batch_id,
      phone_number, notes, change)
    select workspace_id, created_at, disposition, status, attempt, agent_id, agent_name, batch_id, phone_number, notes, count(*)
    from added group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  elsif tg_op = 'DELETE' then
    insert into disposition_changes (workspace_id, created_at, disposition, status, attempt, agent_id, agent_name, batch_id,
      phone_number, notes, change)
    select workspace_id, created_at, disposition, status, attempt, agent_id, agent_name, batch_id, phone_number, notes, -count(*)
    from removed group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  else
    insert into disposition_changes (workspace_id, created_at, disposition, status, attempt, agent_id, agent_name, batch_id,
      phone_number, notes, change)
    select workspace_id, created_at, disposition, status, attempt, agent_id, agent_name, batch_id, phone_number, notes, sum(change)
    from (select *, 1 as change from added union all select *, -1 from removed) as moved
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(change) <> 0;
  end if;
  return null;
end $$;

-- Row-level security binds the owner of the tables as well. Nobody writes dispositions meanwhile: they are counted once.
set local parley.workspace = '*';
lock table dispositions in share row exclusive mode;
insert into disposition_fragment_counts
select workspace_id, fragment, count(*)
from dispositions cross join lateral parley_digit_fragments(phone_number, notes) as fragment group by 1, 2;
