-- Breaks running workers: no (a worker of the version before sends and assigns messages without the rules of shared senders).

-- Row-level security binds the owner of the tables as well.
set local parley.workspace = '*';

-- Whether the operator lets the workspace send from the senders of the installation.
alter table workspaces add column shared_sender boolean not null default false;

-- The operator's workspace, and the workspaces that have sent from these senders before.
update workspaces set shared_sender = true where is_operator or id in (
  select workspace_id from messages
  where direction = 'outbound' and from_address is not null and carrier not in ('test-phones', 'test-mailboxes')
    and not exists (select from phone_numbers
      where phone_numbers.workspace_id = messages.workspace_id and e164 = from_address));

-- Whether a workspace may send from a sender that workspaces share. A number that another workspace owns is that workspace's alone, except a
-- number of the operator's workspace. `for_all`: the sender of the test network. Reads other workspaces, and returns nothing else of them. Only
-- a superuser may create a function with `set parley.workspace`, so the body changes the setting and restores it.
create function parley_may_share_sender(workspace text, sender text, for_all boolean) returns boolean language plpgsql stable as $$
declare
  caller_scope text := coalesce(current_setting('parley.workspace', true), '');
  may_share boolean;
begin
  perform set_config('parley.workspace', '*', true);
  may_share := exists (
    select from workspaces where workspaces.id = workspace and (for_all or shared_sender) and not exists (
      select from phone_numbers join workspaces owners on owners.id = phone_numbers.workspace_id
      where e164 = sender and phone_numbers.workspace_id <> workspace and not owners.is_operator));
  perform set_config('parley.workspace', caller_scope, true);
  return may_share;
end
$$;

-- Whether another workspace has an open conversation with a person from a shared sender: it receives the answers.
create function parley_is_sender_in_use(workspace text, sender text, for_all boolean, person text, at timestamptz) returns boolean
  language plpgsql stable as $$
declare
  caller_scope text := coalesce(current_setting('parley.workspace', true), '');
  is_in_use boolean;
begin
  perform set_config('parley.workspace', '*', true);
  is_in_use := exists (
    select from conversations where recipient = person and own_address = sender and channel = 'sms'
      and workspace_id <> workspace and closed_at is null and expires_at > at
      and parley_may_share_sender(workspace_id, sender, for_all));
  perform set_config('parley.workspace', caller_scope, true);
  return is_in_use;
end
$$;
