-- Breaks running workers: no.

-- What the call of a callback that was scheduled by hand knows of the person; null: what the call knew that it comes from.
alter table dispositions
  add column customer jsonb,
  add column dynamic jsonb;
