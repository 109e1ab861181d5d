-- Breaks running workers: no.

create table agents (
  id            text collate "C" primary key,
  workspace_id  text collate "C" not null references workspaces on delete cascade,
  name          text not null,
  type          text collate "C" not null,
  status        text collate "C" not null,
  phone_number  text collate "C",
  flow_id       text collate "C",
  version       integer not null,
  config        jsonb not null,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null
);
create index agents_newest on agents (workspace_id, created_at desc, id desc);
create index agents_phone_number on agents (workspace_id, phone_number) where phone_number is not null;
create index agents_flow on agents (workspace_id, flow_id) where flow_id is not null;
call parley_isolate('agents');

create table agent_versions (
  workspace_id  text collate "C" not null,
  agent_id      text collate "C" not null references agents on delete cascade,
  version       integer not null,
  config        jsonb not null,
  created_at    timestamptz(3) not null,
  primary key (agent_id, version)
);
call parley_isolate('agent_versions');

create table flows (
  id            text collate "C" primary key,
  workspace_id  text collate "C" not null references workspaces on delete cascade,
  name          text not null,
  type          text collate "C" not null check (type in ('call', 'message')),
  status        text collate "C" not null,
  version       integer not null,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null
);
create index flows_newest on flows (workspace_id, type, created_at desc, id desc);
call parley_isolate('flows');

-- Kept when the flow is deleted is only what a call under way needs, and a flow in use cannot be deleted.
create table flow_versions (
  workspace_id  text collate "C" not null,
  flow_id       text collate "C" not null references flows on delete cascade,
  version       integer not null,
  definition    jsonb not null,
  created_at    timestamptz(3) not null,
  primary key (flow_id, version)
);
call parley_isolate('flow_versions');

create table phone_numbers (
  id             text collate "C" primary key,
  workspace_id   text collate "C" not null references workspaces on delete cascade,
  e164           text collate "C" not null,
  friendly_name  text not null default '',
  country        text collate "C",
  locality       text,
  region         text,
  type           text collate "C",
  source         text collate "C" not null default 'inventory',
  -- Who answers calls to it.
  agent_id       text collate "C" references agents on delete set null,
  status         text collate "C" not null default 'active' check (status in ('active', 'inactive')),
  metadata       jsonb not null default '{}',
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null
);
-- A number rings in one workspace only.
create unique index phone_numbers_e164 on phone_numbers (e164);
create index phone_numbers_newest on phone_numbers (workspace_id, created_at desc, id desc);
create index phone_numbers_agent on phone_numbers (agent_id) where agent_id is not null;
call parley_isolate('phone_numbers');

create table trunks (
  id               text collate "C" primary key,
  workspace_id     text collate "C" not null references workspaces on delete cascade,
  name             text not null,
  host             text collate "C" not null,
  port             integer not null check (port between 1 and 65535),
  transport        text collate "C" not null check (transport in ('udp', 'tcp', 'tls')),
  username         text,
  -- AES-256-GCM with the key's id and the row bound in; never the password itself.
  password_sealed  bytea,
  outbound_proxy   text collate "C",
  allowed_sources  text[] collate "C" not null default '{}',
  caller_ids       text[] collate "C" not null default '{}',
  registers        boolean not null default false,
  priority         integer not null default 0,
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null
);
create index trunks_newest on trunks (workspace_id, created_at desc, id desc);
call parley_isolate('trunks');
