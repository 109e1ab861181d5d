-- Breaks running workers: no.

-- Times before next_at in which a call of the scope may begin all the same, each as from and to, in ms of Unix time.
alter table dial_pace add column gaps float8[] not null default '{}';
