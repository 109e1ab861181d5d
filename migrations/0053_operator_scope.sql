-- Breaks running workers: no (a node without this version grants the rights of the operator as before).

-- Row-level security binds the owner of the tables as well.
set local parley.workspace = '*';

-- The rights of the operator are the scope `operator` of a key, or this mark of a user.
alter table users add column is_operator boolean not null default false;

-- The first owner and the first key of the operator's workspace that can be used keep these rights. A key that does not expire comes first:
-- a rotation lets the old key expire.
update users set is_operator = true where id = (
  select users.id from users join workspaces on workspaces.id = workspace_id
  where workspaces.is_operator and role = 'owner' and status = 'active' order by users.created_at, users.id limit 1);
update api_keys set scopes = array_append(scopes, 'operator') where id = (
  select api_keys.id from api_keys join workspaces on workspaces.id = workspace_id
  where workspaces.is_operator and 'workspace:write' = any(scopes) and revoked_at is null
    and (expires_at is null or expires_at > now())
  order by expires_at is not null, api_keys.created_at, api_keys.id limit 1);

-- A list of workspaces restricts a key: the key can enter no other. Existing keys with a list could enter their home workspace as well.
update api_keys set workspace_ids = array_prepend(workspace_id, workspace_ids)
where workspace_ids <> '{}' and not workspace_id = any(workspace_ids);

-- Keys of the operator's workspace without the scope could add every number to it.
update workspaces set own_number_prefixes = '{+}' where is_operator and own_number_prefixes = '{}';
