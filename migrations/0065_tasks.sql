-- Breaks running workers: no.

-- What a person has to do.
create table tasks (
  id               text collate "C" primary key,
  workspace_id     text collate "C" not null references workspaces on delete cascade,
  kind             text collate "C" not null check (kind in ('callback', 'person_requested', 'approval', 'unknown_message',
                     'inbound_message', 'agent_failed')),
  status           text collate "C" not null default 'open' check (status in ('open', 'done')),
  -- Why a person is needed.
  reason           text not null,
  due_at           timestamptz(3),
  assignee         text collate "C",
  note             text not null default '',
  -- The phone number or email address of the customer.
  address          text collate "C" not null,
  -- No references: a task stays when what it is about goes.
  call_id          text collate "C",
  disposition_id   text collate "C",
  conversation_id  text collate "C",
  message_id       text collate "C",
  done_at          timestamptz(3),
  done_by          text collate "C",
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  check ((status = 'done') = (done_at is not null and done_by is not null))
);
create index tasks_newest on tasks (workspace_id, created_at desc, id desc);
create index tasks_open on tasks (workspace_id, created_at desc, id desc) where status = 'open';
create index tasks_due on tasks (workspace_id, due_at) where status = 'open' and due_at is not null;
-- A call, a message and a conversation have at most one open task of a kind.
create unique index tasks_of_call on tasks (call_id) where call_id is not null;
create unique index tasks_open_of_message on tasks (message_id) where status = 'open' and message_id is not null;
create unique index tasks_open_of_conversation on tasks (conversation_id, kind)
  where status = 'open' and conversation_id is not null and message_id is null;
call parley_isolate('tasks');

-- A message that no longer needs a person finishes its task.
create function parley_finish_message_task() returns trigger language plpgsql as $$
begin
  update tasks set status = 'done', done_at = new.updated_at, done_by = coalesce(new.decided_by, 'system'),
    updated_at = new.updated_at
  where workspace_id = new.workspace_id and message_id = new.id and status = 'open';
  return null;
end $$;

create trigger messages_finish_task after update of status on messages for each row
  when (old.status in ('pending_approval', 'unknown') and new.status <> old.status)
  execute function parley_finish_message_task();

alter table calls
  -- Whether the customer asked for a person.
  add column transfer_requested boolean not null default false,
  -- The notes of the disposition.
  add column notes text not null default '';

create index conversations_needing_attention on conversations (workspace_id, created_at desc, id desc)
  where attention is not null;
-- Conversations without a flow, which strangers started.
create index conversations_without_flow on conversations (own_address, created_at) where flow_id = '';
