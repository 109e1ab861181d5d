-- Breaks running workers: no.

-- The messages of simulated people: those that arrived at their phones and mailboxes, and their answers. A carrier does not know the workspace of a
-- message: it follows from message_parts, by the id that the carrier assigned.
create table test_messages (
  id            bigint generated always as identity primary key,
  -- Null for a message that arrived; else the message that this one answers.
  answers       bigint references test_messages on delete cascade,
  channel       text collate "C" not null check (channel in ('sms', 'email')),
  -- The simulated person's number (E.164) or email address.
  person        text collate "C" not null,
  -- The service's address, to which the person answers.
  peer          text collate "C" not null,
  subject       text not null,
  content       text not null,
  carrier       text collate "C" not null,
  -- The ids of the parts of a message that arrived, as assigned by the carrier.
  external_ids  text[] collate "C" not null,
  created_at    timestamptz(3) not null
);
create index test_messages_answers on test_messages (answers) where answers is not null;
create index test_messages_person on test_messages (person, id desc);
