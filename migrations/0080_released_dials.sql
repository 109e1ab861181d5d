-- Breaks running workers: no.

-- A call that was claimed but never sent to the carrier is deleted, and leaves the sums too. One that was erased after its end stays in them.
create function parley_withdraw_call() returns trigger language plpgsql as $$
begin
  insert into analytics_changes
  values (old.workspace_id, 'calls', parley_quarter(old.created_at), old.agent_id, coalesce(old.flow_id, ''),
    coalesce(old.batch_id, ''), case old.direction when 'outbound' then old.from_number else old.to_number end,
    parley_call_measures(old, -1));
  return null;
end $$;

create trigger calls_withdrawn after delete on calls for each row
  when (old.state <> 'ended') execute function parley_withdraw_call();
