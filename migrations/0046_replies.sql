-- Breaks running workers: no.

-- The keyword that an inbound message consists of, or that an outbound message answers. The answer to a keyword is sent even if the
-- recipient opted out.
alter table messages add column keyword text collate "C" check (keyword in ('stop', 'start', 'help'));

alter table conversations
  -- Sequence of the last inbound message that needs no further reply.
  add column answered_sequence integer not null default 0,
  -- Requests with side effects that the language model made for a reply that is not stored yet; null if none.
  add column reply_requests jsonb;

-- A repeated inbound message is found before its conversation is known.
drop index messages_inbound;
create unique index messages_inbound on messages (carrier, external_id, workspace_id)
  where direction = 'inbound' and external_id is not null;
