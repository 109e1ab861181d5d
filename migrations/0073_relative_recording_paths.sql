-- Breaks running workers: no.

-- Row-level security binds the owner of the tables as well.
set local parley.workspace = '*';

-- Paths of recordings are relative to the data folder, so that a copy of the folder keeps them.
update calls set recording_path = regexp_replace(recording_path, '^.*/recordings/', 'recordings/') where recording_path like '/%';
