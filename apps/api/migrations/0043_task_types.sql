-- What kinds of work a team does. A deleted one is kept for a while, and which tasks had it.
create table task_types (
  team_id uuid not null references teams (id),
  id uuid not null,
  name text not null,
  icon text not null,
  color text not null,
  position text collate "C" not null,
  deleted_at timestamptz,
  left_task_ids uuid[],
  primary key (team_id, id),
  check ((deleted_at is null) = (left_task_ids is null))
);
create unique index task_types_name on task_types (team_id, lower(name)) where deleted_at is null;

alter table task_types enable row level security;
alter table task_types force row level security;
create policy team_rows on task_types using (team_id = (select app_team())) with check (team_id = (select app_team()));

alter table tasks add column type_id uuid;
alter table tasks add foreign key (team_id, type_id) references task_types (team_id, id);
create index tasks_of_type on tasks (team_id, type_id) where type_id is not null;
