-- What a person keeps about a task for themselves: its place in their own order, and till when it is out of their sight.
create table own_tasks (
  team_id uuid not null references teams (id),
  user_id uuid not null references users (id),
  task_id uuid not null,
  position text collate "C",
  snoozed_until date,
  primary key (team_id, user_id, task_id),
  foreign key (team_id, task_id) references tasks (team_id, id),
  check (position is not null or snoozed_until is not null)
);
create index own_tasks_of_task on own_tasks (team_id, task_id);

alter table own_tasks enable row level security;
alter table own_tasks force row level security;
create policy team_rows on own_tasks using (team_id = (select app_team())) with check (team_id = (select app_team()));
