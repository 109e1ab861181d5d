-- Breaks running workers: no.

-- When the node last said that it lives; null of a node that an older program ran.
alter table nodes add column beat_at timestamptz(3);
