-- When people want to be reminded of a task, as contracts/src/reminder-values.ts reads it; kept beside what else they keep of it.
alter table own_tasks add column reminders jsonb not null default '[]';
-- The next of them; null = none is ahead.
alter table own_tasks add column remind_at timestamptz;
-- Those that a mail has told of already, each as its id and its instant.
alter table own_tasks add column mailed jsonb not null default '[]';
alter table own_tasks drop constraint own_tasks_check;
alter table own_tasks add constraint own_tasks_check
  check (position is not null or snoozed_until is not null or reminders <> '[]');
create index own_tasks_reminding on own_tasks (team_id, user_id, remind_at) where remind_at is not null;
