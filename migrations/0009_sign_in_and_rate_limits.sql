-- Breaks running workers: no (the roles of people are read by nobody before this).

-- Row-level security binds the owner of the tables as well.
set local parley.workspace = '*';

-- People sign in with a password; an invited one has none yet.
alter table users drop constraint users_role_check;
update users set role = case role when 'administrator' then 'owner' else 'viewer' end;
alter table users add constraint users_role_check check (role in ('owner', 'admin', 'operator', 'viewer'));
alter table users alter column password_hash drop not null;
alter table users add column status text collate "C" not null default 'active'
  check (status in ('invited', 'active', 'disabled'));
-- Workspaces that the person may enter besides the own.
alter table users add column workspace_ids text[] collate "C" not null default '{}';
-- SHA-256 of the invitation, which sets a first or a forgotten password.
alter table users add column invitation_hash text collate "C";
alter table users add column invited_until timestamptz(3);
alter table users add column signed_in_at timestamptz(3);
alter table users add constraint users_may_sign_in check (status <> 'active' or password_hash is not null);
create unique index users_invitation on users (invitation_hash) where invitation_hash is not null;
create index users_newest on users (workspace_id, created_at desc, id desc);
drop index users_workspace;

-- The browser's cookie is two random texts: the first names the session and stays, the second changes while it is used. Kept
-- are their SHA-256 only.
create table sessions (
  id                   text collate "C" primary key,
  workspace_id         text collate "C" not null references workspaces on delete cascade,
  user_id              text collate "C" not null references users on delete cascade,
  series_hash          text collate "C" not null,
  token_hash           text collate "C" not null,
  -- Requests that were under way when the token changed still carry it.
  previous_token_hash  text collate "C",
  rotated_at           timestamptz(3) not null,
  created_at           timestamptz(3) not null,
  last_used_at         timestamptz(3) not null,
  expires_at           timestamptz(3) not null,
  ip                   text collate "C",
  user_agent           text
) with (fillfactor = 70);
create unique index sessions_series on sessions (series_hash);
create index sessions_of_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
call parley_isolate('sessions');

-- The leaky bucket of a key in a workspace (ITU-T I.371, annex A): `used` requests had not drained away at `measured_at`.
create table rate_limits (
  workspace_id  text collate "C" not null references workspaces on delete cascade,
  holder        text collate "C" not null,
  used          double precision not null,
  measured_at   timestamptz not null,
  -- Whether the request that came last was let in.
  allowed       boolean not null,
  primary key (workspace_id, holder)
) with (fillfactor = 50);
call parley_isolate('rate_limits');

-- The same for attempts to sign in, per account and per address: no workspace is known before the password is.
create table sign_in_attempts (
  holder       text collate "C" primary key,
  used         double precision not null,
  measured_at  timestamptz not null,
  allowed      boolean not null
) with (fillfactor = 50);
create index sign_in_attempts_age on sign_in_attempts (measured_at);

-- The operator's own workspace makes workspaces and gives them their plans.
alter table workspaces add column is_operator boolean not null default false;
update workspaces set is_operator = true
  where id = (select id from workspaces order by created_at, id limit 1);

create index audit_log_of_actor on audit_log (workspace_id, actor_id, created_at desc, id desc);
create index audit_log_of_subject on audit_log (workspace_id, subject_id, created_at desc, id desc);
create index audit_log_of_action on audit_log (workspace_id, action, created_at desc, id desc);
