-- Breaks running workers: no.

-- Many calls from one file. The figures are kept by the triggers on batch_jobs, so that they add up in every transaction.
create table batches (
  id                text collate "C" primary key,
  workspace_id      text collate "C" not null references workspaces on delete cascade,
  name              text not null,
  status            text collate "C" not null
                    check (status in ('validating', 'scheduled', 'running', 'paused', 'completed', 'cancelled', 'failed')),
  -- Why it is in this status, for people; such as what made it pause.
  status_detail     text,
  waiting_for       text collate "C" not null default 'none'
                    check (waiting_for in ('none', 'window', 'concurrency', 'retries')),
  agent_id          text collate "C" not null,
  from_numbers      text[] collate "C" not null,
  default_country   text collate "C",
  calling_window    jsonb,
  max_concurrency   integer check (max_concurrency >= 1),
  calls_per_second  double precision not null check (calls_per_second > 0),
  retry             jsonb not null,
  metadata          jsonb not null,
  file_sha256       text collate "C" not null,
  api_key_id        text collate "C",
  total             integer not null default 0,
  pending           integer not null default 0 check (pending >= 0),
  dialing           integer not null default 0 check (dialing >= 0),
  in_progress       integer not null default 0 check (in_progress >= 0),
  completed         integer not null default 0 check (completed >= 0),
  failed            integer not null default 0 check (failed >= 0),
  skipped           integer not null default 0 check (skipped >= 0),
  cancelled         integer not null default 0 check (cancelled >= 0),
  connected         integer not null default 0 check (connected between 0 and total),
  -- No call before this instant; null: as soon as there is room.
  scheduled_at      timestamptz(3),
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null,
  started_at        timestamptz(3),
  ended_at          timestamptz(3),
  check (total = pending + dialing + in_progress + completed + failed + skipped + cancelled),
  check ((ended_at is not null) = (status in ('completed', 'cancelled', 'failed')))
) with (fillfactor = 50);
create index batches_newest on batches (workspace_id, created_at desc, id desc);
create index batches_of_file on batches (workspace_id, agent_id, file_sha256, created_at);
create index batches_to_work_on on batches (scheduled_at nulls first, id) where status in ('scheduled', 'running');
create index batches_under_way_of_agent on batches (agent_id) where status in ('validating', 'scheduled', 'running', 'paused');
call parley_isolate('batches');

-- One for each row of the file, whatever became of it.
create table batch_jobs (
  workspace_id  text collate "C" not null,
  batch_id      text collate "C" not null references batches on delete cascade,
  -- In the order of the file.
  id            text collate "C" not null,
  row_number    integer not null,
  -- E.164; as it stands in the file where no such number can exist.
  phone_number  text collate "C" not null,
  status        text collate "C" not null
                check (status in ('pending', 'dialing', 'in_progress', 'completed', 'failed', 'skipped', 'cancelled')),
  outcome       text collate "C",
  skip_reason   text collate "C" check (skip_reason in ('invalid_row', 'duplicate', 'suppressed')),
  detail        text,
  -- Calls begun so far.
  attempt       integer not null default 0 check (attempt >= 0),
  from_number   text collate "C",
  customer      jsonb not null,
  dynamic       jsonb not null,
  overrides     jsonb,
  -- As the file wants it; `run_at` is when the next attempt is due.
  scheduled_at  timestamptz(3),
  run_at        timestamptz(3) not null,
  -- The node that dials, and until when it need not be asked whether it lives.
  owner         text collate "C",
  lease_until   timestamptz,
  -- Of the last attempt.
  call_id       text collate "C",
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  ended_at      timestamptz(3),
  primary key (batch_id, id),
  check ((status = 'skipped') = (skip_reason is not null)),
  check ((ended_at is not null) = (status in ('completed', 'failed', 'skipped', 'cancelled')))
) with (fillfactor = 80);
create index batch_jobs_by_status on batch_jobs (batch_id, status, run_at, id);
create index batch_jobs_by_number on batch_jobs (batch_id, phone_number);
create index batch_jobs_by_outcome on batch_jobs (batch_id, outcome, id) where outcome is not null;
call parley_isolate('batch_jobs');

create type parley_batch_change as (batch_id text, status text, connected boolean, change integer);

create function parley_add_to_batches(changes parley_batch_change[]) returns void language sql as $$
  update batches set
    total = batches.total + net.total, pending = batches.pending + net.pending, dialing = batches.dialing + net.dialing,
    in_progress = batches.in_progress + net.in_progress, completed = batches.completed + net.completed, failed = batches.failed + net.failed,
    skipped = batches.skipped + net.skipped, cancelled = batches.cancelled + net.cancelled, connected = batches.connected + net.connected
  from (
    select batch_id, sum(change)::integer as total,
      coalesce(sum(change) filter (where status = 'pending'), 0)::integer as pending,
      coalesce(sum(change) filter (where status = 'dialing'), 0)::integer as dialing,
      coalesce(sum(change) filter (where status = 'in_progress'), 0)::integer as in_progress,
      coalesce(sum(change) filter (where status = 'completed'), 0)::integer as completed,
      coalesce(sum(change) filter (where status = 'failed'), 0)::integer as failed,
      coalesce(sum(change) filter (where status = 'skipped'), 0)::integer as skipped,
      coalesce(sum(change) filter (where status = 'cancelled'), 0)::integer as cancelled,
      coalesce(sum(change) filter (where connected), 0)::integer as connected
    from unnest(changes) group by batch_id
  ) net
  where batches.id = net.batch_id
$$;

-- A person answered.
create function parley_is_connected(outcome text) returns boolean language sql immutable parallel safe as $$
  select outcome is not null and outcome in ('answered', 'transferred', 'opted_out')
$$;

create function parley_count_new_batch_jobs() returns trigger language plpgsql as $$
begin
  perform parley_add_to_batches(array(
    select row(batch_id, status, parley_is_connected(outcome), count(*)::integer)::parley_batch_change
    from new_rows group by batch_id, status, parley_is_connected(outcome)));
  return null;
end $$;

create function parley_count_changed_batch_jobs() returns trigger language plpgsql as $$
declare
  changes parley_batch_change[] := array(
    select row(batch_id, status, connected, sum(change)::integer)::parley_batch_change
    from (
      select batch_id, status, parley_is_connected(outcome) as connected, 1 as change from new_rows
      union all
      select batch_id, status, parley_is_connected(outcome), -1 from old_rows
    ) both_sides
    group by batch_id, status, connected having sum(change) <> 0);
begin
  if cardinality(changes) > 0 then
    perform parley_add_to_batches(changes);
  end if;
  return null;
end $$;

create trigger batch_jobs_count_new after insert on batch_jobs
  referencing new table as new_rows for each statement execute function parley_count_new_batch_jobs();
create trigger batch_jobs_count_changed after update on batch_jobs
  referencing old table as old_rows new table as new_rows
  for each statement execute function parley_count_changed_batch_jobs();
