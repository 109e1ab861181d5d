-- Breaks running workers: no.

-- After a large file the planner knows nothing of its rows until the server looks by itself, a minute later at best; a page of a million
-- jobs would be found by reading them all. Only the table's owner may have it looked at, hence the definer's rights.
create procedure parley_analyze_batches() language plpgsql security definer set search_path from current as $$
begin
  analyze batch_jobs, batches;
end $$;
