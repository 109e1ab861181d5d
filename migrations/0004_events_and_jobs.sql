-- Breaks running workers: no.

-- The outbox: written in the transaction of the change it reports, read by whoever delivers.
create table events (
  id             text collate "C" primary key,
  position       bigint generated always as identity,
  workspace_id   text collate "C" not null references workspaces on delete cascade,
  type           text collate "C" not null,
  -- What the event is about: events of one subject are in order by sequence.
  subject_id     text collate "C" not null,
  sequence       integer not null,
  data           jsonb not null,
  created_at     timestamptz(3) not null,
  dispatched_at  timestamptz(3)
);
create unique index events_position on events (position);
create index events_to_dispatch on events (position) where dispatched_at is null;
create index events_newest on events (workspace_id, created_at desc, id desc);
call parley_isolate('events');

-- How many jobs of a group run at once; locked while its jobs are claimed, so that the cap is exact.
create table job_groups (
  id            text collate "C" primary key,
  workspace_id  text collate "C" not null,
  cap           integer not null check (cap >= 0),
  active        integer not null default 0 check (active >= 0)
) with (fillfactor = 50);
call parley_isolate('job_groups');

-- Due work. A completed job is deleted; `failed` gave up after its last attempt; `unknown` lost its worker in the middle of
-- something that must not be done twice.
create table jobs (
  id            bigint generated always as identity primary key,
  -- Null: work of the program itself, seen by the system only.
  workspace_id  text collate "C",
  kind          text collate "C" not null,
  -- One waiting or running job per kind and key.
  key           text collate "C",
  group_id      text collate "C" references job_groups,
  state         text collate "C" not null default 'queued' check (state in ('queued', 'running', 'failed', 'unknown')),
  run_at        timestamptz not null,
  lease_until   timestamptz,
  owner         text collate "C",
  attempts      integer not null default 0,
  payload       jsonb not null,
  last_error    text,
  created_at    timestamptz(3) not null default now(),
  check ((state = 'running') = (owner is not null and lease_until is not null))
) with (fillfactor = 80);
create index jobs_due on jobs (run_at, id) where state = 'queued' and group_id is null;
create index jobs_due_of_group on jobs (group_id, run_at, id) where state = 'queued' and group_id is not null;
create index jobs_leases on jobs (lease_until) where state = 'running';
create unique index jobs_key on jobs (kind, key) where key is not null and state in ('queued', 'running');
call parley_isolate('jobs');
