-- A task starts, or is due, on a day or at a moment: one of the two columns, or none.
alter table tasks add column start_at timestamptz;
alter table tasks add column due_at timestamptz;
alter table tasks add constraint tasks_start_once check (start_date is null or start_at is null);
alter table tasks add constraint tasks_due_once check (due_date is null or due_at is null);
