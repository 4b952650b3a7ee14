-- Who asked for a task: whoever made it, unless it was said otherwise.
alter table tasks add column reporter_id uuid references users (id);
-- For the tasks of all teams at once: an update sees none, since the owner of the tables is under row level security, too.
alter table tasks alter column reporter_id type uuid using created_by;
