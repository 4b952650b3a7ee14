-- Where a series has an occurrence that was moved, or whose local time a change of clocks skipped: null where the task's
-- dates say it.
alter table tasks add column series_planned jsonb check (series_planned is null or series_id is not null);
-- The same, before the skip.
alter table task_skips add column planned jsonb;
