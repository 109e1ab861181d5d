-- Breaks running workers: no.

-- Whether the call is on hold, and whether its agent is muted.
alter table active_calls add column held boolean not null default false, add column muted boolean not null default false;
