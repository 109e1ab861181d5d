-- Breaks running workers: no.

-- The first message of a flow to each row of a file.
create table message_batches (
  id                   text collate "C" primary key,
  workspace_id         text collate "C" not null references workspaces on delete cascade,
  name                 text not null,
  status               text collate "C" not null
                       check (status in ('pending_approval', 'scheduled', 'running', 'paused', 'completed', 'cancelled')),
  -- Why it is in this status, for users.
  status_detail        text,
  -- No reference: the batch pauses if the flow is deleted.
  flow_id              text collate "C" not null,
  -- All messages have the texts of this version, which a user may have approved.
  flow_version         integer not null,
  channel              text collate "C" not null check (channel in ('sms', 'email')),
  approval             text collate "C" not null check (approval in ('each', 'first', 'none')),
  approved_at          timestamptz(3),
  approved_by          text collate "C",
  -- The batch whose failed messages this one sends again.
  again_of             text collate "C" references message_batches on delete set null,
  default_country      text collate "C",
  -- Null: the default, which does not apply to the test network.
  quiet_hours          jsonb,
  messages_per_second  double precision not null check (messages_per_second > 0),
  metadata             jsonb not null,
  variables            text[] collate "C" not null,
  file_sha256          text collate "C" not null,
  numbers_digest       text collate "C" not null,
  created_by           text collate "C" not null,
  test_only            boolean not null,
  scheduled_at         timestamptz(3),
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  started_at           timestamptz(3),
  ended_at             timestamptz(3),
  check ((approved_at is null) = (approved_by is null)),
  check ((ended_at is not null) = (status in ('completed', 'cancelled')))
);
create index message_batches_newest on message_batches (workspace_id, created_at desc, id desc);
create index message_batches_of_flow on message_batches (workspace_id, flow_id, created_at);
create unique index message_batches_again on message_batches (again_of) where again_of is not null;
call parley_isolate('message_batches');

-- One for each row of the file. The message has the further status of a created row.
create table batch_messages (
  workspace_id     text collate "C" not null,
  batch_id         text collate "C" not null references message_batches on delete cascade,
  -- In the order of the file.
  id               text collate "C" not null,
  row_number       integer not null,
  -- E.164 or an email address; as it stands in the file if it is invalid.
  recipient        text collate "C" not null,
  status           text collate "C" not null check (status in ('pending', 'created', 'failed', 'skipped')),
  skip_reason      text collate "C" check (skip_reason in ('invalid_row', 'duplicate', 'suppressed', 'quiet_hours')),
  detail           text,
  customer         jsonb not null,
  dynamic          jsonb not null,
  -- As the file requests it; `run_at` is when the message is due.
  scheduled_at     timestamptz(3),
  run_at           timestamptz(3) not null,
  conversation_id  text collate "C",
  message_id       text collate "C",
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (batch_id, id),
  check ((status = 'skipped') = (skip_reason is not null)),
  check ((status = 'created') = (message_id is not null)),
  check ((message_id is null) = (conversation_id is null))
);
create index batch_messages_due on batch_messages (batch_id, run_at, id) where status = 'pending';
create unique index batch_messages_of_message on batch_messages (message_id) where message_id is not null;
call parley_isolate('batch_messages');

-- The pace of the messages of batches, which all batches of all workspaces with this sender share.
create table message_paces (
  carrier  text collate "C" not null,
  sender   text collate "C" not null,
  -- When the next message may be sent at a constant rate.
  next_at  timestamptz not null,
  -- Whether the last check allowed a message.
  taken    boolean not null,
  primary key (carrier, sender)
) with (fillfactor = 50);
