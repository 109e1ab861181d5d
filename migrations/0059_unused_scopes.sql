-- Breaks running workers: no.

-- No endpoint required these scopes, and the event never occurred.
update api_keys
  set scopes = array(select scope from unnest(scopes) with ordinality as held (scope, place)
    where scope not in ('active-calls:write', 'active-calls:control', 'active-calls:listen') order by place)
  where scopes && array['active-calls:write', 'active-calls:control', 'active-calls:listen'] collate "C";
update webhook_endpoints set events = array_remove(events, 'call.transferred') where 'call.transferred' = any (events);
