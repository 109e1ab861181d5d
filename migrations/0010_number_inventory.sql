-- Breaks running workers: no.

-- Numbers that a workspace can acquire from its own stock. One that is acquired stays here, so that its release returns it.
create table inventory_numbers (
  id             text collate "C" primary key,
  workspace_id   text collate "C" not null references workspaces on delete cascade,
  e164           text collate "C" not null check (e164 ~ '^\+[1-9][0-9]{6,14}$'),
  country        text collate "C" not null,
  type           text collate "C" not null check (type in ('local', 'tollFree', 'mobile')),
  locality       text not null,
  region         text not null,
  friendly_name  text not null,
  -- Where the operator has it from, and what it costs there.
  supplier       text,
  monthly_price_usd  numeric(12, 4) check (monthly_price_usd >= 0),
  status         text collate "C" not null default 'available' check (status in ('available', 'acquired')),
  -- Three digits in a row, by where they begin: the number without its plus sign is searched by them. Row-level security lets no
  -- index serve an operator that might leak what it reads, as those of pg_trgm and of arrays might; equality of integers may.
  gram_1         smallint generated always as (case when length(e164) > 3 then substr(e164, 2, 3)::smallint end) stored,
  gram_2         smallint generated always as (case when length(e164) > 4 then substr(e164, 3, 3)::smallint end) stored,
  gram_3         smallint generated always as (case when length(e164) > 5 then substr(e164, 4, 3)::smallint end) stored,
  gram_4         smallint generated always as (case when length(e164) > 6 then substr(e164, 5, 3)::smallint end) stored,
  gram_5         smallint generated always as (case when length(e164) > 7 then substr(e164, 6, 3)::smallint end) stored,
  gram_6         smallint generated always as (case when length(e164) > 8 then substr(e164, 7, 3)::smallint end) stored,
  gram_7         smallint generated always as (case when length(e164) > 9 then substr(e164, 8, 3)::smallint end) stored,
  gram_8         smallint generated always as (case when length(e164) > 10 then substr(e164, 9, 3)::smallint end) stored,
  gram_9         smallint generated always as (case when length(e164) > 11 then substr(e164, 10, 3)::smallint end) stored,
  gram_10        smallint generated always as (case when length(e164) > 12 then substr(e164, 11, 3)::smallint end) stored,
  gram_11        smallint generated always as (case when length(e164) > 13 then substr(e164, 12, 3)::smallint end) stored,
  gram_12        smallint generated always as (case when length(e164) > 14 then substr(e164, 13, 3)::smallint end) stored,
  gram_13        smallint generated always as (case when length(e164) > 15 then substr(e164, 14, 3)::smallint end) stored,
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null
);
create unique index inventory_numbers_e164 on inventory_numbers (workspace_id, e164);
create index inventory_numbers_newest on inventory_numbers (workspace_id, created_at desc, id desc);
create index inventory_numbers_search on inventory_numbers (workspace_id, country, type, e164)
  where status = 'available';
create index inventory_numbers_gram_1 on inventory_numbers (workspace_id, country, gram_1)
  where status = 'available' and gram_1 is not null;
create index inventory_numbers_gram_2 on inventory_numbers (workspace_id, country, gram_2)
  where status = 'available' and gram_2 is not null;
create index inventory_numbers_gram_3 on inventory_numbers (workspace_id, country, gram_3)
  where status = 'available' and gram_3 is not null;
create index inventory_numbers_gram_4 on inventory_numbers (workspace_id, country, gram_4)
  where status = 'available' and gram_4 is not null;
create index inventory_numbers_gram_5 on inventory_numbers (workspace_id, country, gram_5)
  where status = 'available' and gram_5 is not null;
create index inventory_numbers_gram_6 on inventory_numbers (workspace_id, country, gram_6)
  where status = 'available' and gram_6 is not null;
create index inventory_numbers_gram_7 on inventory_numbers (workspace_id, country, gram_7)
  where status = 'available' and gram_7 is not null;
create index inventory_numbers_gram_8 on inventory_numbers (workspace_id, country, gram_8)
  where status = 'available' and gram_8 is not null;
create index inventory_numbers_gram_9 on inventory_numbers (workspace_id, country, gram_9)
  where status = 'available' and gram_9 is not null;
create index inventory_numbers_gram_10 on inventory_numbers (workspace_id, country, gram_10)
  where status = 'available' and gram_10 is not null;
create index inventory_numbers_gram_11 on inventory_numbers (workspace_id, country, gram_11)
  where status = 'available' and gram_11 is not null;
create index inventory_numbers_gram_12 on inventory_numbers (workspace_id, country, gram_12)
  where status = 'available' and gram_12 is not null;
create index inventory_numbers_gram_13 on inventory_numbers (workspace_id, country, gram_13)
  where status = 'available' and gram_13 is not null;
call parley_isolate('inventory_numbers');

-- What was asked of a vendor of numbers, written down before it is asked. After a crash the vendor is asked what became of it.
create table number_orders (
  -- Of the owned number; also the reference that the vendor is given.
  id             text collate "C" primary key,
  workspace_id   text collate "C" not null references workspaces on delete cascade,
  source         text collate "C" not null,
  e164           text collate "C" not null,
  -- buying -> bought | failed; bought -> releasing -> released.
  state          text collate "C" not null check (state in ('buying', 'bought', 'failed', 'releasing', 'released')),
  -- What the owned number is to be.
  wanted         jsonb not null,
  -- What the vendor calls the number once it is bought.
  vendor_id      text collate "C",
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null
);
-- A number is ordered once at a time, by whatever workspace.
create unique index number_orders_open on number_orders (e164) where state in ('buying', 'bought', 'releasing');
create index number_orders_unsettled on number_orders (updated_at) where state in ('buying', 'releasing');
create index number_orders_workspace on number_orders (workspace_id);
call parley_isolate('number_orders');
