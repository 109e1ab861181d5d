-- Breaks running workers: no.

-- Totals of lists are exact at every moment without reading what they count: dispositions are counted by what lists filter by, per
-- span of time. A span holds some 16,000 rows of a workspace, so a part of one is quickly counted by itself.
create table disposition_spans (
  workspace_id  text collate "C" not null,
  -- Until the next begins; the first has no row and begins before all time.
  starts_at     timestamptz(3) not null,
  primary key (workspace_id, starts_at)
);
call parley_isolate('disposition_spans');

-- Each row is counted six times: for its workspace, its agent and its batch, within its span and over all time.
create table disposition_counts (
  workspace_id  text collate "C" not null,
  scope         text collate "C" not null check (scope in ('workspace', 'agent', 'batch')),
  -- The agent's or batch's id; empty where there is none.
  scope_id      text collate "C" not null,
  -- `infinity`: over all time.
  span_at       timestamptz(3) not null,
  disposition   text collate "C" not null,
  status        text collate "C" not null,
  attempt       integer not null,
  -- Empty where there is none, and within the scope of the workspace.
  agent_id      text collate "C" not null,
  agent_name    text collate "C" not null,
  count         bigint not null,
  primary key (workspace_id, scope, scope_id, span_at, disposition, status, attempt, agent_id, agent_name)
) with (fillfactor = 80);
create index disposition_counts_of_span on disposition_counts (workspace_id, scope, span_at);
create index disposition_counts_of_all_time on disposition_counts (workspace_id, scope, scope_id)
  where span_at = 'infinity';
call parley_isolate('disposition_counts');

-- What has come, gone or changed since it was last counted; folded into the counts every few seconds. Writers only add here, so
-- none waits for another.
create table disposition_changes (
  workspace_id  text collate "C" not null,
  created_at    timestamptz(3) not null,
  disposition   text collate "C" not null,
  status        text collate "C" not null,
  attempt       integer not null,
  agent_id      text collate "C",
  agent_name    text collate "C",
  batch_id      text collate "C",
  change        bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index disposition_changes_of_workspace on disposition_changes (workspace_id, created_at);
call parley_isolate('disposition_changes');

create function parley_note_dispositions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into disposition_changes
    select workspace_id, created_at, disposition, status, attempt, agent_id, agent_name, batch_id, count(*)
    from added group by 1, 2, 3, 4, 5, 6, 7, 8;
  elsif tg_op = 'DELETE' then
    insert into disposition_changes
    select workspace_id, created_at, disposition, status, attempt, agent_id, agent_name, batch_id, -count(*)
    from removed group by 1, 2, 3, 4, 5, 6, 7, 8;
  else
    insert into disposition_changes
    select workspace_id, created_at, disposition, status, attempt, agent_id, agent_name, batch_id, sum(change)
    from (select *, 1 as change from added union all select *, -1 from removed) as moved
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(change) <> 0;
  end if;
  return null;
end $$;

create trigger dispositions_added after insert on dispositions
  referencing new table as added for each statement execute function parley_note_dispositions();
create trigger dispositions_removed after delete on dispositions
  referencing old table as removed for each statement execute function parley_note_dispositions();
create trigger dispositions_changed after update on dispositions
  referencing old table as removed new table as added for each statement execute function parley_note_dispositions();

-- Row-level security binds the owner of the tables as well.
set local parley.workspace = '*';
insert into disposition_changes
select workspace_id, created_at, disposition, status, attempt, agent_id, agent_name, batch_id, count(*)
from dispositions group by 1, 2, 3, 4, 5, 6, 7, 8;

-- What is rare in a span is found by its kind: exactly the rows that are shown are read.
create index dispositions_of_kind on dispositions (workspace_id, disposition, status, attempt, created_at desc, id desc);
drop index dispositions_of_code;

-- Pages that a vacuum has seen are counted by their index alone: seen to after 1 % of the table rather than 20 %.
alter table dispositions set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

-- Search for a part of a number or a note. Under row-level security a condition may use an index only where its operator is
-- LEAKPROOF, which ILIKE is not declared to be: it tells nothing of what it compares, but by its result. Declaring so needs a
-- superuser; docs/dispositions.md says what to do on a server where the program is none.
do $$
begin
  create extension if not exists pg_trgm;
  create index dispositions_search on dispositions using gin (phone_number gin_trgm_ops, notes gin_trgm_ops)
    with (fastupdate = off);
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not available: searches read more than they need';
end $$;
do $$
begin
  alter function pg_catalog.texticlike(text, text) leakproof;
exception when insufficient_privilege then
  raise notice 'ILIKE could not be declared LEAKPROOF: searches read more than they need';
end $$;
