-- Breaks running workers: no.

-- Row-level security binds the owner of the tables as well.
set local parley.workspace = '*';

-- Keys with every other scope of the preset `full` control active calls.
update api_keys set scopes = array_append(scopes, 'active-calls:control')
where not 'active-calls:control' = any (scopes) and scopes @> array[
  'agents:read', 'agents:write', 'flows:read', 'flows:write', 'calls:read', 'calls:write', 'batches:read', 'batches:write',
  'conversations:read', 'conversations:write', 'dispositions:read', 'dispositions:write', 'active-calls:read',
  'numbers:read', 'numbers:write', 'webhooks:read', 'webhooks:write', 'keys:read', 'keys:write', 'workspace:read',
  'workspace:write', 'calls:place', 'messages:send', 'recordings:read', 'numbers:acquire'] collate "C";

-- Null: the sentiment cannot be determined, for example because the language is not English.
alter table active_calls alter column sentiment drop not null;
-- The sentiment of the customer at the end of the call. No check constraint: it would scan the table under an exclusive lock.
alter table calls add column sentiment text collate "C";
