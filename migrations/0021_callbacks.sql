-- Breaks running workers: no.

alter table dispositions
  -- The last call that was made to follow it up.
  add column follow_up_call_id text collate "C",
  -- How often it has come due.
  add column times_due integer not null default 0,
  -- Calls that may still be made; null: as many as anybody gets.
  add column tries_left integer,
  -- Nobody is called after this; null: some days after it is due.
  add column expires_at timestamptz(3);
create index dispositions_followed_up on dispositions (follow_up_call_id) where status = 'in_progress';
create index dispositions_pending_of_number on dispositions (workspace_id, phone_number) where status = 'pending';

-- Whoever is not to be called any more is not called back either.
create function parley_cancel_callbacks() returns trigger language plpgsql as $$
begin
  update dispositions disposition set status = 'cancelled', updated_at = greatest(disposition.updated_at, added.created_at),
    notes = right(concat_ws(E'\n', nullif(disposition.notes, ''), 'Cancelled: this number is not to be called.'), 2000)
  from added
  where added.channel = 'voice' and disposition.workspace_id = added.workspace_id
    and disposition.phone_number = added.address and disposition.status = 'pending';
  return null;
end $$;
create trigger suppressions_cancel_callbacks after insert on suppressions
  referencing new table as added for each statement execute function parley_cancel_callbacks();

-- Whoever dials callbacks hears when there is one to wait for.
create function parley_tell_of_callback() returns trigger language plpgsql as $$
begin
  perform pg_notify('parley_callbacks', '');
  return null;
end $$;
create trigger dispositions_tell_of_new_callback after insert on dispositions
  for each row when (new.status = 'pending') execute function parley_tell_of_callback();
create trigger dispositions_tell_of_moved_callback after update on dispositions
  for each row when (new.status = 'pending' and (old.status <> 'pending' or new.scheduled_at < old.scheduled_at))
  execute function parley_tell_of_callback();
