-- Breaks running workers: no.

-- The total of a list of conversations is read from counts by flow, agent and channel.
create table conversation_counts (
  workspace_id  text collate "C" not null,
  flow_id       text collate "C" not null,
  -- Empty for none.
  agent_id      text collate "C" not null,
  channel       text collate "C" not null,
  count         bigint not null,
  primary key (workspace_id, flow_id, agent_id, channel)
) with (fillfactor = 50);
call parley_isolate('conversation_counts');

-- Changes that are applied to the counts every few seconds. Writers only insert, so no writer waits for another.
create table conversation_count_deltas (
  workspace_id  text collate "C" not null,
  flow_id       text collate "C" not null,
  agent_id      text collate "C" not null,
  channel       text collate "C" not null,
  delta         bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index conversation_count_deltas_of_workspace on conversation_count_deltas (workspace_id);
call parley_isolate('conversation_count_deltas');

create function parley_count_conversation() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into conversation_count_deltas
    values (old.workspace_id, old.flow_id, coalesce(old.agent_id, ''), old.channel, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into conversation_count_deltas
    values (new.workspace_id, new.flow_id, coalesce(new.agent_id, ''), new.channel, 1);
  end if;
  return null;
end $$;

create trigger conversations_counted after insert or delete or update of workspace_id, flow_id, agent_id, channel
  on conversations for each row execute function parley_count_conversation();

-- Row-level security binds the owner of the tables as well.
set local parley.workspace = '*';
insert into conversation_counts
select workspace_id, flow_id, coalesce(agent_id, ''), channel, count(*) from conversations group by 1, 2, 3, 4;
