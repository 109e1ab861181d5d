-- Breaks running workers: no.

-- Earlier versions stored messages and sent none. Messages of the past are not sent now.
update messages set status = 'failed', failure = 'The message was stored by a version that did not send messages.',
  updated_at = now()
where status in ('approved', 'scheduled', 'sending');

-- Start of the attempts to send; null before the first one.
alter table messages add column first_attempt_at timestamptz(3);
-- The messages that a later message of the conversation waits for.
create index messages_unsent on messages (conversation_id, sequence) where status in ('approved', 'scheduled', 'sending');

-- Receipts that matched no message. A receipt can arrive before the acceptance of its message is recorded.
create table message_receipts (
  id           bigint generated always as identity primary key,
  carrier      text collate "C" not null,
  external_id  text collate "C",
  reference    text collate "C",
  outcome      text collate "C" not null check (outcome in ('sent', 'delivered', 'failed')),
  detail       text not null,
  suppresses   text collate "C",
  received_at  timestamptz(3) not null,
  check (external_id is not null or reference is not null)
);
create index message_receipts_external on message_receipts (carrier, external_id);
create index message_receipts_reference on message_receipts (reference) where reference is not null;
create index message_receipts_age on message_receipts (received_at);
