-- Breaks running workers: no.

-- What calls are for, and whether the people called consented to them. purpose of a batch null: that of its agent; of a call null: unspecified.
alter table batches
  add column purpose text check (purpose in ('sales', 'service', 'reminder', 'collection', 'unspecified')),
  add column consent boolean not null default false;
alter table calls
  add column purpose text check (purpose in ('sales', 'service', 'reminder', 'collection', 'unspecified')),
  add column consent boolean not null default false;

-- Whether a single call outside the calling hours is placed with a warning, or refused.
alter table workspaces
  add column single_calls_outside_hours text not null default 'warn' check (single_calls_outside_hours in ('warn', 'refuse'));
