-- Breaks running workers: no.

-- In a cancelled batch what is pending is cancelled, and counts as such: a million jobs are cancelled by one row.
create function parley_cancel_pending_jobs() returns trigger language plpgsql as $$
begin
  new.cancelled := new.cancelled + new.pending;
  new.pending := 0;
  return new;
end $$;
create trigger batches_cancel_pending_jobs before update of status on batches
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function parley_cancel_pending_jobs();
alter table batches add check (status <> 'cancelled' or pending = 0);

create or replace function parley_add_to_batches(changes parley_batch_change[]) returns void language plpgsql as $$
declare
  found_batches integer;
begin
  update batches set
    total = batches.total + net.total, connected = batches.connected + net.connected,
    pending = batches.pending + case when batches.status = 'cancelled' then 0 else net.pending end,
    cancelled = batches.cancelled + net.cancelled + case when batches.status = 'cancelled' then net.pending else 0 end,
    dialing = batches.dialing + net.dialing, in_progress = batches.in_progress + net.in_progress,
    completed = batches.completed + net.completed, failed = batches.failed + net.failed, skipped = batches.skipped + net.skipped
  from (
    select batch_id, sum(change)::integer as total,
      coalesce(sum(change) filter (where status = 'pending'), 0)::integer as pending,
      coalesce(sum(change) filter (where status = 'dialing'), 0)::integer as dialing,
      coalesce(sum(change) filter (where status = 'in_progress'), 0)::integer as in_progress,
      coalesce(sum(change) filter (where status = 'completed'), 0)::integer as completed,
      coalesce(sum(change) filter (where status = 'failed'), 0)::integer as failed,
      coalesce(sum(change) filter (where status = 'skipped'), 0)::integer as skipped,
      coalesce(sum(change) filter (where status = 'cancelled'), 0)::integer as cancelled,
      coalesce(sum(change) filter (where connected), 0)::integer as connected
    from unnest(changes) group by batch_id
  ) net
  where batches.id = net.batch_id;
  get diagnostics found_batches = row_count;
  if found_batches <> (select count(distinct batch_id) from unnest(changes)) then
    raise exception 'jobs belong to a batch of their workspace' using errcode = 'foreign_key_violation';
  end if;
end $$;

-- The foreign key looks the batch up, and locks it, for each row: a quarter of what a row costs. The trigger that counts does so once
-- for a statement, and this one takes the place of its cascade.
alter table batch_jobs drop constraint batch_jobs_batch_id_fkey;
create function parley_delete_batch_jobs() returns trigger language plpgsql as $$
begin
  delete from batch_jobs where batch_id in (select id from deleted);
  return null;
end $$;
create trigger batches_delete_jobs after delete on batches
  referencing old table as deleted for each statement execute function parley_delete_batch_jobs();

-- A job is in one of these two: what is due, in its order, and what has become of the others.
drop index batch_jobs_by_status;
create index batch_jobs_due on batch_jobs (batch_id, run_at, id) where status = 'pending';
create index batch_jobs_by_status on batch_jobs (batch_id, status, id) where status <> 'pending';
