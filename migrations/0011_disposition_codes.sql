-- Breaks running workers: no (nobody wrote codes before this).

alter table disposition_codes
  add column id text collate "C" not null default parley_new_id('code_'),
  add column created_at timestamptz(3) not null default now(),
  add column updated_at timestamptz(3) not null default now();
alter table disposition_codes
  alter column id drop default, alter column created_at drop default, alter column updated_at drop default;
create unique index disposition_codes_id on disposition_codes (id);
create index disposition_codes_newest on disposition_codes (workspace_id, created_at desc, id desc);
