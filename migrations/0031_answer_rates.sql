-- Breaks running workers: no.

-- What came of the calls from a number, by day in UTC: who is taken for a nuisance is answered less and less.
create table number_days (
  workspace_id  text collate "C" not null,
  e164          text collate "C" not null,
  day           date not null,
  calls         bigint not null,
  answered      bigint not null,
  voicemail     bigint not null,
  failed        bigint not null,
  primary key (workspace_id, e164, day)
) with (fillfactor = 50);
create index number_days_of_day on number_days (workspace_id, day);
call parley_isolate('number_days');

-- Calls that have ended since they were last counted. Each adds a row, so that none waits for another.
create table number_day_changes (
  workspace_id  text collate "C" not null,
  e164          text collate "C" not null,
  day           date not null,
  answered      integer not null,
  voicemail     integer not null,
  failed        integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index number_day_changes_of_day on number_day_changes (workspace_id, day);
call parley_isolate('number_day_changes');
