-- Breaks running workers: no.

-- Position of a published event: assigned after the commit of its transaction, one after the other, so that an event never appears
-- before a position that was already returned. `position` is assigned at the insert and orders the events that are not published yet.
alter table events add column published_position bigint;
create unique index events_published on events (workspace_id, published_position) where published_position is not null;
drop index events_position;
create index events_oldest on events (created_at);
-- The last position of all workspaces. Locked while events are published.
create table event_publication (
  singleton      boolean primary key default true check (singleton),
  last_position  bigint not null
);
-- Events of earlier versions keep their order and are not delivered.
update events set dispatched_at = now(), published_position = position where dispatched_at is null;
insert into event_publication (last_position) select coalesce(max(position), 0) from events;

create table webhook_endpoints (
  id                     text collate "C" primary key,
  workspace_id           text collate "C" not null references workspaces on delete cascade,
  url                    text not null,
  -- Event types, or only '*'.
  events                 text[] collate "C" not null,
  description            text not null,
  status                 text collate "C" not null check (status in ('enabled', 'disabled', 'auto_disabled')),
  status_detail          text,
  -- Encrypted; the id is associated data.
  secret                 text not null,
  previous_secret        text,
  previous_secret_until  timestamptz(3),
  -- Since when no attempt succeeded; null after a success.
  failing_since          timestamptz(3),
  last_success_at        timestamptz(3),
  created_at             timestamptz(3) not null,
  updated_at             timestamptz(3) not null,
  check ((previous_secret is null) = (previous_secret_until is null))
);
create index webhook_endpoints_newest on webhook_endpoints (workspace_id, created_at desc, id desc);
call parley_isolate('webhook_endpoints');

-- One event for one endpoint.
create table webhook_deliveries (
  id                 text collate "C" primary key,
  workspace_id       text collate "C" not null references workspaces on delete cascade,
  endpoint_id        text collate "C" not null references webhook_endpoints on delete cascade,
  event_id           text collate "C" not null references events on delete cascade,
  event_type         text collate "C" not null,
  subject_id         text collate "C" not null,
  sequence           integer not null,
  -- `waiting`: for an earlier event of the same subject. `pending`: a job sends it at `next_attempt_at`.
  status             text collate "C" not null check (status in ('waiting', 'pending', 'succeeded', 'failed', 'cancelled')),
  attempts           integer not null default 0,
  -- Retries since the first attempt, or since a redelivery was requested.
  retries            integer not null default 0,
  -- Later events of the subject wait: until its first attempt ended, and after a failure until the first retry is due.
  blocks_later       boolean not null default true,
  holds_order_until  timestamptz(3),
  -- Sent while an earlier event of the subject was not delivered.
  is_out_of_order    boolean not null default false,
  next_attempt_at    timestamptz(3),
  last_status_code   integer,
  last_error         text,
  created_at         timestamptz(3) not null,
  completed_at       timestamptz(3),
  check ((status = 'pending') = (next_attempt_at is not null))
) with (fillfactor = 80);
create unique index webhook_deliveries_event on webhook_deliveries (endpoint_id, event_id);
create index webhook_deliveries_newest on webhook_deliveries (workspace_id, endpoint_id, created_at desc, id desc);
create index webhook_deliveries_open on webhook_deliveries (endpoint_id, subject_id, sequence)
  where status in ('waiting', 'pending');
create index webhook_deliveries_of_event on webhook_deliveries (event_id);
create index webhook_deliveries_of_subject on webhook_deliveries (workspace_id, subject_id);
call parley_isolate('webhook_deliveries');

create table webhook_attempts (
  delivery_id       text collate "C" not null references webhook_deliveries on delete cascade,
  workspace_id      text collate "C" not null,
  attempt           integer not null,
  url               text not null,
  request_headers   jsonb not null,
  started_at        timestamptz(3) not null,
  duration_ms       integer not null,
  status_code       integer,
  error             text,
  response_headers  jsonb,
  -- The first 4 KiB, as text.
  response_body     text,
  primary key (delivery_id, attempt)
);
call parley_isolate('webhook_attempts');
