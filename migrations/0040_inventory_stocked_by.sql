-- Breaks running workers: no.

-- Whether the operator put the number into the inventory: the workspace may acquire it without a prefix of its own that covers it.
alter table inventory_numbers add column stocked_by_operator boolean not null default false;
