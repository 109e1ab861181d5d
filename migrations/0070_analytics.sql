-- Breaks running workers: no.

-- Numbers over time: sums of the measures of calls and messages, by quarter of an hour and by day.
create table analytics_sums (
  workspace_id  text collate "C" not null,
  subject       text collate "C" not null check (subject in ('calls', 'messages')),
  period        text collate "C" not null check (period in ('quarter', 'day')),
  -- The columns that distinguish the sums: none, one of the next four, or all of them. The others are '*'.
  dimension     text collate "C" not null check (dimension in ('none', 'agent', 'flow', 'batch', 'number', 'all')),
  start         timestamptz(0) not null,
  -- Empty if the call or message has none.
  agent_id      text collate "C" not null,
  flow_id       text collate "C" not null,
  batch_id      text collate "C" not null,
  -- The number or address of the workspace.
  number        text collate "C" not null,
  -- Integers by name.
  measures      jsonb not null,
  primary key (workspace_id, subject, period, dimension, start, agent_id, flow_id, batch_id, number)
) with (fillfactor = 70);
call parley_isolate('analytics_sums');

-- Changes that are added to the sums every few seconds. Writers only insert, so no writer waits for another.
create table analytics_changes (
  workspace_id  text collate "C" not null,
  subject       text collate "C" not null,
  quarter       timestamptz(0) not null,
  agent_id      text collate "C" not null,
  flow_id       text collate "C" not null,
  batch_id      text collate "C" not null,
  number        text collate "C" not null,
  measures      jsonb not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index analytics_changes_of_workspace on analytics_changes (workspace_id, subject, quarter);
call parley_isolate('analytics_changes');

-- The time zone of the days of each workspace.
create table analytics_zones (
  workspace_id  text collate "C" primary key references workspaces on delete cascade,
  -- That of the workspace when the days were summed.
  timezone      text collate "C" not null,
  -- UTC if the database does not know the zone of the workspace.
  day_zone      text collate "C" not null
);
call parley_isolate('analytics_zones');

create function parley_day_zone(timezone text) returns text language plpgsql stable as $$
begin
  perform now() at time zone timezone;
  return timezone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;

create function parley_quarter(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00Z')
$$;

-- Each bucket of a latency ends at 1.1 times the end of the one before; bucket 0 ends at 1 ms.
create function parley_latency_bucket(ms double precision) returns integer language sql immutable parallel safe as $$
  select ceil(ln(least(greatest(ms, 1), 600000)) / ln(1.1::double precision))::integer
$$;

-- The measures of a call, multiplied by `factor`. The names of those that only totals contain have a colon.
create function parley_call_measures(call calls, factor integer) returns jsonb language sql stable as $$
  select jsonb_object_agg(name, value * factor)
  from (
    select 'calls' as name, 1::bigint as value
    union all select call.direction, 1
    union all
    select ended.name, ended.value
    from (select
        call.direction = 'outbound' as is_outbound,
        call.answered_at is not null as is_answered,
        call.disposition in ('no_answer', 'busy', 'voicemail', 'failed', 'invalid_number') as is_unreached,
        call.end_reason in ('cancelled', 'agent_hangup', 'provider_error', 'node_lost') as is_ended_by_parley) as known
      cross join lateral (select is_outbound and call.dialed_at is not null and (is_answered or not is_ended_by_parley) as is_placed) as placed
      cross join lateral (values
        ('ended', 1::bigint),
        ('end:' || call.end_reason, 1),
        ('disposition:' || call.disposition, 1),
        ('connected', is_answered::integer),
        ('durationMs', (extract(epoch from call.ended_at - call.answered_at) * 1000)::bigint),
        ('placed', is_placed::integer),
        ('answered', (is_placed and is_answered and call.end_reason <> 'voicemail' and is_unreached is not true)::integer),
        ('voicemail', (is_placed and (call.end_reason = 'voicemail' or coalesce(call.disposition, '') = 'voicemail'))::integer),
        ('failed', (is_placed and call.end_reason = 'carrier_error')::integer)) as ended (name, value)
    where call.state = 'ended' and ended.name is not null and ended.value <> 0
    union all
    select 'cost ' || (entry ->> 'currency'), sum((entry ->> 'cost')::numeric * 1000000000)::bigint
    from jsonb_array_elements(call.costs) as entry
    where call.state = 'ended' and entry ->> 'cost' is not null
    group by 1
    union all
    select 'unpriced', 1
    where call.state = 'ended' and exists (select from jsonb_array_elements(call.costs) as entry where entry ->> 'cost' is null)
    union all
    select latency.name || parley_latency_bucket(latency.ms), count(*)
    from jsonb_array_elements(call.latency) as turn
      cross join lateral (values
        ('silence:', (turn ->> 'totalMs')::float8),
        ('own:', (turn ->> 'bufferMs')::float8 + (turn ->> 'playoutMs')::float8)) as latency (name, ms)
    where call.state = 'ended' and latency.ms is not null
    group by 1) as measured
  where value <> 0
$$;

create function parley_sum_call() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into analytics_changes
    values (old.workspace_id, 'calls', parley_quarter(old.created_at), old.agent_id, coalesce(old.flow_id, ''),
      coalesce(old.batch_id, ''), case old.direction when 'outbound' then old.from_number else old.to_number end,
      parley_call_measures(old, -1));
  end if;
  insert into analytics_changes
  values (new.workspace_id, 'calls', parley_quarter(new.created_at), new.agent_id, coalesce(new.flow_id, ''),
    coalesce(new.batch_id, ''), case new.direction when 'outbound' then new.from_number else new.to_number end,
    parley_call_measures(new, 1));
  return null;
end $$;

-- None for deletions: a call that was erased stays in the sums.
create trigger calls_summed after insert on calls for each row execute function parley_sum_call();
create trigger calls_summed_again after update on calls for each row
  when (
    (old.agent_id, old.flow_id, old.batch_id, old.from_number, old.to_number, old.state = 'ended')
      is distinct from (new.agent_id, new.flow_id, new.batch_id, new.from_number, new.to_number, new.state = 'ended')
    or new.state = 'ended' and (old.end_reason, old.disposition, old.dialed_at, old.answered_at, old.ended_at, old.costs, old.latency)
      is distinct from (new.end_reason, new.disposition, new.dialed_at, new.answered_at, new.ended_at, new.costs, new.latency))
  execute function parley_sum_call();

create function parley_message_measures(message messages, channel text, factor integer) returns jsonb
  language sql immutable as $$
  select jsonb_object_agg(name, value * factor)
  from (values
    ('messages', 1),
    (message.direction, 1),
    (channel, 1),
    ('segments', message.segments),
    (case when message.direction = 'outbound' then 'status:' || message.status end, 1),
    (case when message.direction = 'inbound' then 'keyword:' || message.keyword end, 1)) as measured (name, value)
  where name is not null and value <> 0
$$;

-- The agent of the conversation when the message was created.
alter table messages add column agent_id text collate "C";

-- Row-level security binds the owner of the tables as well.
set local parley.workspace = '*';
update messages set agent_id = conversations.agent_id from conversations
where conversations.id = conversation_id and conversations.agent_id is not null;

create function parley_assign_message() returns trigger language plpgsql as $$
begin
  new.agent_id := (select agent_id from conversations where workspace_id = new.workspace_id and id = new.conversation_id);
  return new;
end $$;

create trigger messages_assigned before insert on messages for each row execute function parley_assign_message();

create function parley_sum_message() returns trigger language plpgsql as $$
declare
  conversation record;
begin
  select flow_id, channel into conversation
  from conversations where workspace_id = new.workspace_id and id = new.conversation_id;
  if tg_op = 'UPDATE' then
    insert into analytics_changes
    values (old.workspace_id, 'messages', parley_quarter(old.created_at), coalesce(old.agent_id, ''), conversation.flow_id,
      '', coalesce(old.from_address, ''), parley_message_measures(old, conversation.channel, -1));
  end if;
  insert into analytics_changes
  values (new.workspace_id, 'messages', parley_quarter(new.created_at), coalesce(new.agent_id, ''), conversation.flow_id,
    '', coalesce(new.from_address, ''), parley_message_measures(new, conversation.channel, 1));
  return null;
end $$;

create trigger messages_summed after insert on messages for each row execute function parley_sum_message();
create trigger messages_summed_again after update on messages for each row
  when ((old.status, old.segments, old.keyword, old.from_address)
    is distinct from (new.status, new.segments, new.keyword, new.from_address))
  execute function parley_sum_message();

insert into analytics_changes
select workspace_id, subject, quarter, agent_id, flow_id, batch_id, number, jsonb_object_agg(name, value)
from (
  select workspace_id, subject, quarter, agent_id, flow_id, batch_id, number, name, sum(value::bigint) as value
  from (
    select workspace_id, 'calls' as subject, parley_quarter(created_at) as quarter, agent_id, coalesce(flow_id, '') as flow_id,
      coalesce(batch_id, '') as batch_id, case direction when 'outbound' then from_number else to_number end as number,
      parley_call_measures(calls, 1) as measures
    from calls
    union all
    select messages.workspace_id, 'messages', parley_quarter(messages.created_at), coalesce(messages.agent_id, ''), flow_id, '',
      coalesce(from_address, ''), parley_message_measures(messages, channel, 1)
    from messages join conversations on conversations.id = conversation_id) as measured
    cross join lateral jsonb_each_text(measures) as measure (name, value)
  group by 1, 2, 3, 4, 5, 6, 7, 8) as summed
group by 1, 2, 3, 4, 5, 6, 7;

-- The list of calls has a filter by flow.
create index calls_of_flow on calls (workspace_id, flow_id, created_at desc, id desc) where flow_id is not null;
