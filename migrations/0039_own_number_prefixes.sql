-- Breaks running workers: no.

-- Numbers outside the test network that the workspace may bring itself begin with one of these; the operator sets them.
alter table workspaces add column own_number_prefixes text[] not null default '{}';
