-- Breaks running workers: no.

-- Search for a part of the number of the customer. ILIKE is LEAKPROOF since 0013_disposition_counts.sql, without which row-level security
-- prevents the use of the index.
-- New entries are collected in a list of at most 512 kB, so that most inserts do not wait for the index; a search reads the list too.
do $$
begin
  create extension if not exists pg_trgm;
  create index calls_search on calls using gin ((case direction when 'inbound' then from_number else to_number end) gin_trgm_ops)
    with (gin_pending_list_limit = 512);
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not available: searches read more than they need';
end $$;
