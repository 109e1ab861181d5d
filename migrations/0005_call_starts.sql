-- Breaks running workers: no (nothing reads the table that goes).

drop table rate_limits;

-- GCRA of the calls that a workspace starts: the moment at which all that its plan allows at once may start at once again.
create table call_starts (
  workspace_id            text collate "C" primary key references workspaces on delete cascade,
  theoretical_arrival_at  timestamptz not null
) with (fillfactor = 50);
call parley_isolate('call_starts');
