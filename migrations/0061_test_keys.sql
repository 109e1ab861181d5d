-- Breaks running workers: no (a worker of the version before ignores the restriction of test keys).

-- Whether a test key caused it. Its flow then sends messages to the test network only.
alter table calls add column test_only boolean not null default false;
alter table batches add column test_only boolean not null default false;
alter table dispositions add column test_only boolean not null default false;
alter table conversations add column test_only boolean not null default false;
