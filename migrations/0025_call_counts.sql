-- Breaks running workers: no.

-- The list of calls has its total at once, however many there are: calls are counted by agent, state, end reason and direction.
create table call_counts (
  workspace_id  text collate "C" not null,
  agent_id      text collate "C" not null,
  state         text collate "C" not null,
  -- Empty until the call has ended.
  end_reason    text collate "C" not null,
  direction     text collate "C" not null,
  count         bigint not null,
  primary key (workspace_id, agent_id, state, end_reason, direction)
) with (fillfactor = 50);
call parley_isolate('call_counts');

-- What has come, gone or moved on since it was last counted; folded into the counts every few seconds. Calls only add here, so none
-- waits for another.
create table call_changes (
  workspace_id  text collate "C" not null,
  agent_id      text collate "C" not null,
  state         text collate "C" not null,
  end_reason    text collate "C" not null,
  direction     text collate "C" not null,
  change        bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index call_changes_of_workspace on call_changes (workspace_id);
call parley_isolate('call_changes');

create function parley_note_call() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into call_changes
    values (old.workspace_id, old.agent_id, old.state, coalesce(old.end_reason, ''), old.direction, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into call_changes
    values (new.workspace_id, new.agent_id, new.state, coalesce(new.end_reason, ''), new.direction, 1);
  end if;
  return null;
end $$;

create trigger calls_count_added after insert on calls for each row execute function parley_note_call();
create trigger calls_count_removed after delete on calls for each row execute function parley_note_call();
create trigger calls_count_moved after update on calls for each row
  when ((old.agent_id, old.state, old.end_reason, old.direction) is distinct from (new.agent_id, new.state, new.end_reason, new.direction))
  execute function parley_note_call();

-- Row-level security binds the owner of the tables as well.
set local parley.workspace = '*';
insert into call_counts
select workspace_id, agent_id, state, coalesce(end_reason, ''), direction, count(*) from calls group by 1, 2, 3, 4, 5;
