-- Breaks running workers: no.

-- After a large import the planner knows nothing of what came until the server looks by itself, a minute later at best; searches would
-- read the whole table until then. Only the table's owner may have it looked at, hence the definer's rights.
create procedure parley_analyze_inventory() language plpgsql security definer set search_path from current as $$
begin
  analyze inventory_numbers;
end $$;
