-- Breaks running workers: no.

-- Acknowledged parts of inbound messages that arrive in several parts. A carrier does not know the workspace of a message: it follows from the addresses
-- of the complete message.
create table inbound_parts (
  id            bigint generated always as identity primary key,
  carrier       text collate "C" not null,
  -- The same for each part of a message. The carrier may use it again for a later message.
  message_key   text collate "C" not null,
  part          integer not null check (part between 1 and 255),
  -- After the delivery of the message only its SHA-256 hash.
  content       bytea not null,
  received_at   timestamptz(3) not null,
  -- When the message was stored; null before.
  delivered_at  timestamptz(3),
  unique (carrier, message_key, part)
);
create index inbound_parts_open on inbound_parts (carrier, message_key) where delivered_at is null;
create index inbound_parts_age on inbound_parts (received_at);
