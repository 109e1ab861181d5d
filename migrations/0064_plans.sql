-- Breaks running workers: no (a worker of the version before uses the limits of its settings).

-- Limits of plans that the operator changed. Null: the limit of the settings.
create table plans (
  name                   text collate "C" primary key,
  requests_per_minute    integer check (requests_per_minute > 0),
  concurrent_calls       integer check (concurrent_calls > 0),
  call_starts_per_second integer check (call_starts_per_second > 0),
  updated_at             timestamptz(3) not null
);
