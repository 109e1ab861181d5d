-- Breaks running workers: no.

-- Why the recording of a call is missing or incomplete; null where it holds all that was to be recorded.
alter table calls add column recording_fault text;
