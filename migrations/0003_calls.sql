-- Breaks running workers: no.

create table calls (
  id                     text collate "C" primary key,
  workspace_id           text collate "C" not null references workspaces on delete cascade,
  room_name              text collate "C" not null unique,
  direction              text collate "C" not null check (direction in ('outbound', 'inbound')),
  type                   text collate "C" not null check (type in ('phone', 'web')),
  state                  text collate "C" not null check (state in ('queued', 'dialing', 'ringing', 'in_progress', 'ended')),
  end_reason             text collate "C",
  end_detail             text,
  fault                  text collate "C",
  from_number            text collate "C" not null,
  to_number              text collate "C" not null,
  agent_id               text collate "C" not null,
  agent_version          integer not null,
  -- The agent as it was, for the history: {id, name, model, voice}.
  agent                  jsonb not null,
  flow_id                text collate "C",
  flow_version           integer,
  batch_id               text collate "C",
  job_id                 text collate "C",
  attempt                integer not null default 1 check (attempt >= 1),
  customer               jsonb not null default '{}',
  dynamic                jsonb not null default '{}',
  metadata               jsonb not null default '{}',
  overrides              jsonb,
  variables              jsonb not null default '{}',
  disposition            text collate "C",
  record                 boolean not null,
  max_duration_seconds   integer,
  recording_path         text,
  recording_duration_ms  integer,
  latency                jsonb not null default '[]',
  analysis               jsonb,
  costs                  jsonb not null default '[]',
  api_key_id             text collate "C",
  -- The node that carries the call; null before one took it in hand.
  node_id                text collate "C",
  -- Of the last entry in call_events; counts up with each.
  event_sequence         integer not null default 0,
  scheduled_at           timestamptz(3),
  not_after              timestamptz(3),
  created_at             timestamptz(3) not null,
  dialed_at              timestamptz(3),
  ringing_at             timestamptz(3),
  answered_at            timestamptz(3),
  ended_at               timestamptz(3),
  updated_at             timestamptz(3) not null,
  check ((state = 'ended') = (end_reason is not null and ended_at is not null and fault is not null))
) with (fillfactor = 80);
create index calls_newest on calls (workspace_id, created_at desc, id desc);
create index calls_of_agent on calls (workspace_id, agent_id, created_at desc, id desc);
create index calls_of_batch on calls (workspace_id, batch_id, created_at desc, id desc) where batch_id is not null;
create index calls_to_number on calls (workspace_id, to_number, created_at desc, id desc);
create index calls_from_number on calls (workspace_id, from_number, created_at desc, id desc);
create index calls_under_way on calls (node_id) where state <> 'ended';
create index calls_under_way_of_agent on calls (agent_id) where state <> 'ended';
create index calls_under_way_of_flow on calls (flow_id) where state <> 'ended';
call parley_isolate('calls');

create table call_events (
  workspace_id  text collate "C" not null,
  call_id       text collate "C" not null references calls on delete cascade,
  sequence      integer not null,
  at            timestamptz(3) not null,
  type          text collate "C" not null,
  detail        jsonb not null default '{}',
  primary key (call_id, sequence)
);
call parley_isolate('call_events');

-- Numbered by the session, so that an entry written twice stays one.
create table transcript_entries (
  workspace_id  text collate "C" not null,
  call_id       text collate "C" not null references calls on delete cascade,
  sequence      integer not null,
  role          text collate "C" not null check (role in ('agent', 'customer')),
  content       text not null,
  start_ms      double precision not null,
  end_ms        double precision not null,
  interrupted   boolean not null,
  digits        text collate "C",
  confidence    double precision,
  node_id       text collate "C",
  primary key (call_id, sequence)
);
call parley_isolate('transcript_entries');

create table active_calls (
  call_id             text collate "C" primary key references calls on delete cascade,
  workspace_id        text collate "C" not null,
  room_name           text collate "C" not null unique,
  node_id             text collate "C" not null,
  agent_id            text collate "C" not null,
  agent_name          text not null,
  customer_phone      text collate "C" not null,
  customer_name       text,
  type                text collate "C" not null check (type in ('phone', 'web')),
  sentiment           text collate "C" not null check (sentiment in ('positive', 'neutral', 'negative')),
  last_message        text not null default '',
  transfer_requested  boolean not null default false,
  participants        jsonb not null default '[]',
  started_at          timestamptz(3) not null,
  updated_at          timestamptz(3) not null
) with (fillfactor = 50);
create index active_calls_of_workspace on active_calls (workspace_id, started_at desc, call_id desc);
call parley_isolate('active_calls');

-- How many slots are held, per workspace (`holder` is its id) or key (`holder` is the key's id). Locked to take one, so that
-- the count is exact; always equal to the rows in concurrency_slots.
create table concurrency_counters (
  holder        text collate "C" primary key,
  workspace_id  text collate "C" not null,
  active        integer not null check (active >= 0)
) with (fillfactor = 50);
call parley_isolate('concurrency_counters');

create table concurrency_slots (
  call_id       text collate "C" not null,
  holder        text collate "C" not null,
  workspace_id  text collate "C" not null,
  owner         text collate "C" not null,
  lease_until   timestamptz not null,
  acquired_at   timestamptz not null default now(),
  primary key (call_id, holder)
) with (fillfactor = 50);
create index concurrency_slots_owner on concurrency_slots (owner);
create index concurrency_slots_lease on concurrency_slots (lease_until);
call parley_isolate('concurrency_slots');

-- Committed before a carrier is asked to dial. One that is not settled and whose node is gone may or may not have rung:
-- it is never dialed again on its own.
create table dial_intents (
  reference     text collate "C" primary key,
  workspace_id  text collate "C" not null,
  call_id       text collate "C" not null references calls on delete cascade,
  attempt       integer not null,
  node_id       text collate "C" not null,
  carrier       text collate "C" not null,
  created_at    timestamptz(3) not null,
  settled_at    timestamptz(3),
  outcome       text collate "C",
  unique (call_id, attempt),
  check ((settled_at is null) = (outcome is null))
);
create index dial_intents_open on dial_intents (node_id) where settled_at is null;
call parley_isolate('dial_intents');

create table disposition_codes (
  workspace_id         text collate "C" not null references workspaces on delete cascade,
  code                 text collate "C" not null,
  is_terminal          boolean not null,
  adds_to_dnc          boolean not null,
  retry_delay_seconds  integer check (retry_delay_seconds >= 0),
  primary key (workspace_id, code)
);
call parley_isolate('disposition_codes');

create table dispositions (
  id            text collate "C" primary key,
  workspace_id  text collate "C" not null references workspaces on delete cascade,
  call_id       text collate "C" references calls on delete set null,
  phone_number  text collate "C" not null,
  disposition   text collate "C" not null,
  status        text collate "C" not null
                check (status in ('pending', 'in_progress', 'completed', 'cancelled', 'expired', 'failed')),
  scheduled_at  timestamptz(3),
  attempt       integer not null default 1 check (attempt >= 1),
  agent_id      text collate "C",
  agent_name    text,
  batch_id      text collate "C",
  notes         text not null default '',
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null
);
-- A call has one outcome.
create unique index dispositions_call on dispositions (call_id) where call_id is not null;
create index dispositions_newest on dispositions (workspace_id, created_at desc, id desc);
create index dispositions_of_number on dispositions (workspace_id, phone_number, created_at desc, id desc);
create index dispositions_of_agent on dispositions (workspace_id, agent_id, created_at desc, id desc);
create index dispositions_of_batch on dispositions (workspace_id, batch_id, created_at desc, id desc) where batch_id is not null;
create index dispositions_due on dispositions (scheduled_at) where status = 'pending';
call parley_isolate('dispositions');

-- Do-not-call entries and opt-outs.
create table suppressions (
  workspace_id  text collate "C" not null references workspaces on delete cascade,
  channel       text collate "C" not null check (channel in ('voice', 'sms', 'email')),
  address       text collate "C" not null,
  reason        text not null default '',
  call_id       text collate "C",
  created_at    timestamptz(3) not null,
  primary key (workspace_id, channel, address)
);
call parley_isolate('suppressions');
