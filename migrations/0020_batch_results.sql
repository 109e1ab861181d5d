-- Breaks running workers: no.

-- What the carrier made of the last calls of a batch: how many are remembered, and one bit for each, the newest lowest, set where the
-- carrier failed.
alter table batches
  add column recent_calls smallint not null default 0 check (recent_calls between 0 and 20),
  add column recent_failures integer not null default 0;
