-- Breaks running workers: no (first migration).

-- Who sees a row. `parley.workspace` is set by the program on every connection: one workspace's id, or `*` for work
-- across workspaces. Unset, nothing is visible.
create function parley_may_enter(workspace text) returns boolean
  language sql stable parallel safe
  return workspace = current_setting('parley.workspace', true) or current_setting('parley.workspace', true) = '*';

-- Row-level security by workspace, binding the owner of the table as well.
create procedure parley_isolate(table_name regclass, workspace_column text default 'workspace_id')
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format('create policy by_workspace on %s using (parley_may_enter(%I))', table_name, workspace_column);
end $$;

create table workspaces (
  id            text collate "C" primary key,
  name          text not null,
  plan          text collate "C" not null,
  timezone      text collate "C" not null,
  calling_hours text collate "C" not null default 'law' check (calling_hours in ('law', 'off')),
  settings      jsonb not null default '{}',
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null
);
create index workspaces_newest on workspaces (created_at desc, id desc);
call parley_isolate('workspaces', 'id');

create table users (
  id            text collate "C" primary key,
  workspace_id  text collate "C" not null references workspaces on delete cascade,
  email         text collate "C" not null check (email = lower(email)),
  name          text not null default '',
  role          text collate "C" not null check (role in ('administrator', 'member')),
  password_hash text collate "C" not null,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null
);
create unique index users_email on users (email);
create index users_workspace on users (workspace_id);
call parley_isolate('users');

create table api_keys (
  id                   text collate "C" primary key,
  workspace_id         text collate "C" not null references workspaces on delete cascade,
  name                 text not null,
  key_hash             text collate "C" not null,
  prefix               text collate "C" not null,
  last_four            text collate "C" not null,
  preset               text collate "C",
  scopes               text[] collate "C" not null,
  -- Workspaces it may enter besides its own.
  workspace_ids        text[] collate "C" not null default '{}',
  allowed_ips          text[] collate "C" not null default '{}',
  requests_per_minute  integer check (requests_per_minute > 0),
  concurrent_calls     integer check (concurrent_calls > 0),
  created_by           text collate "C",
  created_at           timestamptz(3) not null,
  expires_at           timestamptz(3),
  revoked_at           timestamptz(3),
  last_used_at         timestamptz(3)
);
create unique index api_keys_hash on api_keys (key_hash);
create index api_keys_newest on api_keys (workspace_id, created_at desc, id desc);
call parley_isolate('api_keys');

-- GCRA: the moment at which the bucket would be empty again, per workspace and key.
create table rate_limits (
  workspace_id            text collate "C" not null references workspaces on delete cascade,
  key_id                  text collate "C" not null,
  theoretical_arrival_at  timestamptz not null,
  primary key (workspace_id, key_id)
) with (fillfactor = 50);
call parley_isolate('rate_limits');

create table idempotency_records (
  workspace_id     text collate "C" not null references workspaces on delete cascade,
  idempotency_key  text collate "C" not null,
  -- Of operation and body: the same key with another request is refused.
  fingerprint      text collate "C" not null,
  state            text collate "C" not null check (state in ('running', 'finished')),
  token            text collate "C" not null,
  lease_until      timestamptz not null,
  -- What the request made, known before its answer is: after a crash the answer is built from it.
  resource_id      text collate "C",
  response_status  integer,
  response_headers jsonb,
  response_body    text,
  created_at       timestamptz(3) not null default now(),
  expires_at       timestamptz not null,
  primary key (workspace_id, idempotency_key)
);
create index idempotency_records_expiry on idempotency_records (expires_at);
call parley_isolate('idempotency_records');

create table audit_log (
  id            text collate "C" primary key,
  workspace_id  text collate "C" not null,
  created_at    timestamptz(3) not null,
  actor_type    text collate "C" not null,
  actor_id      text collate "C",
  action        text collate "C" not null,
  subject_id    text collate "C",
  details       jsonb not null default '{}',
  ip            text collate "C",
  request_id    text collate "C"
);
create index audit_log_newest on audit_log (workspace_id, created_at desc, id desc);
call parley_isolate('audit_log');

create function parley_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function parley_refuse_change();

-- Processes that share this database. A node whose lease has run out is dead.
create table nodes (
  id           text collate "C" primary key,
  roles        text[] collate "C" not null,
  started_at   timestamptz(3) not null,
  lease_until  timestamptz not null,
  details      jsonb not null default '{}'
);
