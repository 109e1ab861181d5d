-- Breaks running workers: no.

-- Secret that signs the predial checks of the batch, encrypted; the batch id is associated data.
alter table batches add column predial_secret text;
create index batches_predial_secret on batches (id) where predial_secret is not null;
