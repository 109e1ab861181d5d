-- Breaks running workers: no.

-- Names of the variables that the batch's file has columns for, in their order.
alter table batches add column variables text[] collate "C" not null default '{}';
