-- Breaks running workers: no.

-- A conversation is one flow and one recipient until nothing was written for `inactivity_hours`.
create table conversations (
  id                text collate "C" primary key,
  workspace_id      text collate "C" not null references workspaces on delete cascade,
  -- No reference: what was said stays when the flow or the agent goes.
  flow_id           text collate "C" not null,
  flow_version      integer not null,
  agent_id          text collate "C",
  -- Who began it: a user, or the key of a program.
  user_id           text collate "C" not null,
  channel           text collate "C" not null check (channel in ('sms', 'email')),
  -- E.164, or an email address in lower case.
  recipient         text collate "C" not null,
  customer          jsonb not null default '{}',
  dynamic           jsonb not null default '{}',
  inactivity_hours  integer not null check (inactivity_hours > 0),
  -- Counts the messages and events of the conversation.
  sequence          integer not null default 0,
  -- The last message's time, or the time it is due, and `inactivity_hours` more.
  expires_at        timestamptz(3) not null,
  -- Set when the next conversation of the flow and the recipient begins.
  closed_at         timestamptz(3),
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null
);
create unique index conversations_open on conversations (workspace_id, flow_id, recipient) where closed_at is null;
create index conversations_newest on conversations (workspace_id, created_at desc, id desc);
create index conversations_of_flow on conversations (workspace_id, flow_id, created_at desc, id desc);
create index conversations_of_recipient on conversations (workspace_id, recipient, created_at desc, id desc);
call parley_isolate('conversations');

create table messages (
  id                 text collate "C" primary key,
  workspace_id       text collate "C" not null,
  conversation_id    text collate "C" not null references conversations on delete cascade,
  sequence           integer not null,
  direction          text collate "C" not null check (direction in ('outbound', 'inbound')),
  -- Who wrote it.
  origin             text collate "C" not null check (origin in ('flow', 'agent', 'person', 'customer')),
  status             text collate "C" not null check (status in ('pending_approval', 'approved', 'scheduled', 'sending', 'sent',
                       'delivered', 'failed', 'rejected', 'received')),
  -- What is sent, or was received.
  content            text not null,
  -- The flow's text as it stood, with its variables.
  template           text,
  -- The content before a person changed it.
  draft              text,
  subject            text,
  missing_variables  text[] collate "C" not null default '{}',
  metadata           jsonb not null default '{}',
  created_by         text collate "C",
  decided_by         text collate "C",
  decided_at         timestamptz(3),
  decision_note      text,
  -- Due work: claimed when `due_at` has come, held under a lease while it is sent.
  due_at             timestamptz(3),
  owner              text collate "C",
  lease_until        timestamptz,
  attempts           integer not null default 0,
  -- The message's name at the carrier or mail server.
  external_id        text collate "C",
  failure            text,
  sent_at            timestamptz(3),
  delivered_at       timestamptz(3),
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  check ((direction = 'inbound') = (status = 'received')),
  check (status not in ('approved', 'scheduled') or due_at is not null),
  check ((status = 'sending') = (owner is not null and lease_until is not null))
) with (fillfactor = 80);
create unique index messages_of_conversation on messages (conversation_id, sequence);
create index messages_due on messages (due_at, id) where status in ('approved', 'scheduled');
create index messages_leases on messages (lease_until) where status = 'sending';
create index messages_awaiting on messages (workspace_id, conversation_id) where status = 'pending_approval';
call parley_isolate('messages');

-- An identifier as the program makes them: a prefix and the 26 Crockford base32 characters of a UUIDv7 (RFC 9562 §5.7).
create function parley_new_id(prefix text) returns text language sql volatile as $$
  select prefix || string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substring(bits from place * 5 + 1 for 5)::int + 1, 1), '' order by place)
  from (
    select B'00' || ('x' || lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
      || '7' || substr(random, 14))::bit(128) as bits
    from (select replace(gen_random_uuid()::text, '-', '') as random) as made) as uuid,
  generate_series(0, 25) as place
$$;

alter table suppressions
  add column id text collate "C" not null default parley_new_id('supp_'),
  -- The user or key that added it; null: a call or a message did.
  add column created_by text collate "C";
create unique index suppressions_id on suppressions (id);
create index suppressions_newest on suppressions (workspace_id, created_at desc, id desc);
