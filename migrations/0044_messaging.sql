-- Breaks running workers: no.

-- Messages are sent by jobs, whose leases replace those of the rows.
alter table messages
  drop column owner,
  drop column lease_until,
  drop constraint messages_status_check,
  add constraint messages_status_check check (status in ('pending_approval', 'approved', 'scheduled', 'sending', 'sent',
    'delivered', 'failed', 'unknown', 'rejected', 'received')),
  -- The name of the carrier, and our address at it.
  add column carrier text collate "C",
  add column from_address text collate "C",
  -- Parts of an SMS; null for email.
  add column segments integer,
  -- Of an inbound email: the sender's address if it is not the recipient of the conversation.
  add column sender text collate "C";
drop index messages_due;
-- A carrier repeats an inbound message that was not acknowledged.
create unique index messages_inbound on messages (workspace_id, carrier, external_id)
  where direction = 'inbound' and external_id is not null;

-- The carrier's ids of outbound messages, one per part that receives a delivery receipt.
create table message_parts (
  workspace_id  text collate "C" not null references workspaces on delete cascade,
  message_id    text collate "C" not null references messages on delete cascade,
  carrier       text collate "C" not null,
  external_id   text collate "C" not null,
  outcome       text collate "C" not null default 'sent' check (outcome in ('sent', 'delivered', 'failed')),
  created_at    timestamptz(3) not null,
  primary key (message_id, external_id)
);
create index message_parts_external on message_parts (carrier, external_id);
call parley_isolate('message_parts');

alter table conversations
  -- Our address at the carrier of the last message: a number, or an email address.
  add column own_address text collate "C",
  -- State of the interpreter of a flow with nodes; null before the first reply of the customer.
  add column flow_state jsonb,
  -- Messages that were sent without approval, since the last one that a person wrote or approved.
  add column automatic_count integer not null default 0,
  -- Set when a person writes: replies are drafts until the conversation is released.
  add column taken_over_at timestamptz(3),
  add column taken_over_by text collate "C",
  -- Why a person must look at the conversation, such as `message_limit`; null if none must.
  add column attention text collate "C";
-- The conversations of a customer with one of our addresses, across workspaces: inbound messages are assigned by both.
create index conversations_of_addresses on conversations (recipient, own_address, updated_at desc);
