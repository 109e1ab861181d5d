-- Breaks running workers: no (a worker of the version before does not find suppressions that are stored as a hash).

-- The erasure of all personal data of one person in a workspace.
create table erasures (
  id            text collate "C" primary key,
  workspace_id  text collate "C" not null references workspaces on delete cascade,
  kind          text collate "C" not null check (kind in ('phoneNumber', 'email')),
  -- E.164, or an email address in lower case; null after the end.
  address       text collate "C",
  status        text collate "C" not null check (status in ('pending', 'running', 'waiting', 'completed')),
  -- The user or key.
  requested_by  text collate "C" not null,
  -- Counts of erased rows by kind.
  report        jsonb not null default '{}',
  -- The table and the block that the search for the address has reached; null before.
  position      jsonb,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  completed_at  timestamptz(3),
  check ((status = 'completed') = (completed_at is not null)),
  check ((status = 'completed') = (address is null))
);
create index erasures_newest on erasures (workspace_id, created_at desc, id desc);
create unique index erasures_open on erasures (workspace_id, address) where address is not null;
call parley_isolate('erasures');

-- When the personal data was erased.
alter table calls add column erased_at timestamptz(3);
alter table conversations add column erased_at timestamptz(3);

-- No validation: all rows have one of the earlier reasons, and it would scan the tables under an exclusive lock.
alter table batch_jobs
  drop constraint batch_jobs_skip_reason_check,
  add constraint batch_jobs_skip_reason_check
    check (skip_reason in ('invalid_row', 'duplicate', 'suppressed', 'not_eligible', 'erased')) not valid;
alter table batch_messages
  drop constraint batch_messages_skip_reason_check,
  add constraint batch_messages_skip_reason_check
    check (skip_reason in ('invalid_row', 'duplicate', 'suppressed', 'quiet_hours', 'erased')) not valid;

create index batch_messages_of_recipient on batch_messages (workspace_id, recipient);
create index events_of_subject on events (workspace_id, subject_id);
create index suppressions_hashed on suppressions (workspace_id, channel, address) where address >= 'hmac-' and address < 'hmac.';

-- Returns the text with each match of the pattern replaced.
create function parley_erase_text(value text, pattern text) returns text language sql immutable parallel safe as $$
  select regexp_replace(value, pattern, '[erased]', 'gi')
$$;

-- Returns the JSON value with each match of the pattern replaced in names, strings and numbers.
create function parley_erase_json(value jsonb, pattern text) returns jsonb language plpgsql immutable parallel safe as $$
begin
  case jsonb_typeof(value)
    when 'object' then
      return (select coalesce(jsonb_object_agg(parley_erase_text(name, pattern), parley_erase_json(member, pattern)), '{}')
        from jsonb_each(value) as entry (name, member));
    when 'array' then
      return (select coalesce(jsonb_agg(parley_erase_json(member, pattern) order by place), '[]')
        from jsonb_array_elements(value) with ordinality as entry (member, place));
    when 'string' then
      return to_jsonb(parley_erase_text(value #>> '{}', pattern));
    when 'number' then
      return case when value #>> '{}' ~ pattern then '"[erased]"' else value end;
    else
      return value;
  end case;
end $$;

-- Returns the HMAC-SHA256 (RFC 2104) of an address with each key of the session: `<id>:<inner padded key>:<outer padded key>`.
create function parley_address_hashes(address text) returns text[] language sql stable parallel safe as $$
  select array(
    select 'hmac-' || split_part(key, ':', 1) || '.' || encode(sha256(decode(split_part(key, ':', 3), 'hex')
      || sha256(decode(split_part(key, ':', 2), 'hex') || convert_to(address, 'UTF8'))), 'hex')
    from unnest(string_to_array(nullif(current_setting('parley.address_keys', true), ''), ',')) with ordinality as keys (key, place)
    order by place)
$$;

-- An erasure changes the details of entries, and nothing else.
create or replace function parley_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('parley.audit_erasure', true) = 'on'
    and to_jsonb(new) - 'details' = to_jsonb(old) - 'details' then
    return new;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;

-- Replaces the matches of the pattern in the details of entries in a range of blocks. The program cannot update the table itself.
create function parley_erase_audit_details(workspace text, first_row tid, end_row tid, needle text, pattern text) returns integer
  language plpgsql security definer set search_path from current as $$
declare
  erased integer;
begin
  perform set_config('parley.audit_erasure', 'on', true);
  update audit_log set details = parley_erase_json(details, pattern)
  where workspace_id = workspace and ctid >= first_row and ctid < end_row
    and position(needle in lower(details::text)) > 0 and lower(details::text) ~ pattern;
  get diagnostics erased = row_count;
  perform set_config('parley.audit_erasure', 'off', true);
  return erased;
end $$;

set local parley.workspace = '*';

-- Keys with every other scope of the preset `full` erase.
update api_keys set scopes = scopes || array['erasures:read', 'erasures:write'] collate "C"
where not 'erasures:write' = any (scopes) and scopes @> array[
  'agents:read', 'agents:write', 'flows:read', 'flows:write', 'calls:read', 'calls:write', 'batches:read', 'batches:write',
  'conversations:read', 'conversations:write', 'dispositions:read', 'dispositions:write', 'active-calls:read', 'active-calls:control',
  'numbers:read', 'numbers:write', 'webhooks:read', 'webhooks:write', 'keys:read', 'keys:write', 'workspace:read',
  'workspace:write', 'calls:place', 'messages:send', 'recordings:read', 'numbers:acquire'] collate "C";
