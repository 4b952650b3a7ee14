-- What a project is to have reached by when, and what each task of it counts towards.
create table milestones (
  team_id uuid not null references teams (id),
  id uuid not null,
  project_id uuid not null,
  name text not null,
  description text not null,
  target_date date,
  position text collate "C" not null,
  created_by uuid references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- The tasks that it had when it was deleted: they come back with it.
  left_task_ids uuid[],
  primary key (team_id, id),
  unique (team_id, project_id, id),
  foreign key (team_id, project_id) references projects (team_id, id),
  check ((deleted_at is null) = (left_task_ids is null))
);

alter table milestones enable row level security;
alter table milestones force row level security;
create policy team_rows on milestones using (team_id = (select app_team())) with check (team_id = (select app_team()));

alter table tasks add column milestone_id uuid;
-- Of its own project.
alter table tasks add constraint tasks_milestone foreign key (team_id, project_id, milestone_id)
  references milestones (team_id, project_id, id);
alter table tasks add constraint tasks_milestone_in_project check (milestone_id is null or project_id is not null);
create index tasks_of_milestone on tasks (team_id, milestone_id) where milestone_id is not null;
