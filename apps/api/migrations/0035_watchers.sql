-- Who follows a task.
create table task_watchers (
  team_id uuid not null,
  task_id uuid not null,
  user_id uuid not null,
  watched_at timestamptz not null,
  -- They said that they follow it no more: from then on nothing that happens makes them, only somebody's word.
  stopped_at timestamptz,
  primary key (team_id, task_id, user_id),
  foreign key (team_id, task_id) references tasks (team_id, id),
  foreign key (team_id, user_id) references memberships (team_id, user_id)
);
create index task_watchers_of_user on task_watchers (team_id, user_id);

alter table task_watchers enable row level security;
alter table task_watchers force row level security;
create policy team_rows on task_watchers using (team_id = (select app_team())) with check (team_id = (select app_team()));
