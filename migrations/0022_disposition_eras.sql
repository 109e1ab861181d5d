-- Breaks running workers: yes, those of the version before count no eras; end them first.

-- An era is some dozens of spans that follow one another. Late pages and long ranges of dates are found by the counts of eras, and only
-- at their edges by those of spans, so that their cost hardly grows with the number of rows.
set local parley.workspace = '*';

alter table disposition_spans add column era_at timestamptz(3) not null default '-infinity';
alter table disposition_spans alter column era_at drop default;

alter table disposition_counts add column level text collate "C" not null default 'span'
  check (level in ('span', 'era', 'all'));
alter table disposition_counts alter column level drop default;
update disposition_counts set level = 'all' where span_at = 'infinity';
-- One era, until it is divided.
insert into disposition_counts
  (workspace_id, scope, scope_id, level, span_at, disposition, status, attempt, agent_id, agent_name, count)
select workspace_id, scope, scope_id, 'era', '-infinity', disposition, status, attempt, agent_id, agent_name, count
from disposition_counts where level = 'all';

alter table disposition_counts drop constraint disposition_counts_pkey;
alter table disposition_counts add primary key
  (workspace_id, scope, scope_id, level, span_at, disposition, status, attempt, agent_id, agent_name);
drop index disposition_counts_of_span;
create index disposition_counts_of_span on disposition_counts (workspace_id, scope, level, span_at);
