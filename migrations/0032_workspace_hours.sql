-- Breaks running workers: no.

-- The hours in which a workspace calls, as a batch has them, within those of the law; null: whenever that allows.
alter table workspaces add column own_window jsonb;
