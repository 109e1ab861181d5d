-- Breaks running workers: no.

-- Processes keep what they have read of keys and workspaces for a second; a change tells them to read it anew. Deliberately not
-- on last_used_at, which every key in use writes once a minute.
create function parley_tell_access() returns trigger language plpgsql as $$
begin
  notify parley_access;
  return null;
end $$;

create trigger api_keys_tell after update of scopes, workspace_ids, allowed_ips, requests_per_minute, concurrent_calls, expires_at,
    revoked_at on api_keys
  for each statement execute function parley_tell_access();

create trigger api_keys_tell_gone after delete or truncate on api_keys
  for each statement execute function parley_tell_access();

create trigger workspaces_tell after update or delete or truncate on workspaces
  for each statement execute function parley_tell_access();
