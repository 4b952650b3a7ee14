create table projects (
  team_id uuid not null references teams (id),
  id uuid not null,
  name text not null,
  key text not null,
  description text not null default '',
  color text not null,
  position text collate "C" not null,
  created_by uuid references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by uuid references users (id),
  primary key (team_id, id)
);
create unique index projects_key on projects (team_id, key) where deleted_at is null;
create index projects_in_trash on projects (team_id, deleted_at) where deleted_at is not null;

-- Rights on a project beyond the role.
create table project_grants (
  team_id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  level text not null check (level in ('view', 'comment', 'edit', 'manage')),
  granted_by uuid references users (id),
  granted_at timestamptz not null,
  primary key (team_id, project_id, user_id),
  foreign key (team_id, project_id) references projects (team_id, id),
  foreign key (team_id, user_id) references memberships (team_id, user_id)
);
create index project_grants_of_user on project_grants (team_id, user_id);

-- Every key that the team or a project of it ever had: older task keys go on resolving.
create table work_keys (
  team_id uuid not null references teams (id),
  key text not null,
  primary key (team_id, key)
);

create table statuses (
  team_id uuid not null references teams (id),
  id uuid not null,
  name text not null,
  category text not null check (category in ('backlog', 'unstarted', 'started', 'completed', 'cancelled')),
  color text not null,
  position text collate "C" not null,
  primary key (team_id, id)
);

create table tasks (
  team_id uuid not null references teams (id),
  id uuid not null,
  number integer not null,
  project_id uuid,
  title text not null,
  description text not null default '',
  status_id uuid not null,
  priority text not null check (priority in ('none', 'low', 'medium', 'high', 'urgent')),
  due_date date,
  position text collate "C" not null,
  created_by uuid references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  deleted_at timestamptz,
  deleted_by uuid references users (id),
  -- The project that took this task along into the trash: the two come back together.
  deleted_with uuid,
  primary key (team_id, id),
  unique (team_id, number),
  foreign key (team_id, project_id) references projects (team_id, id),
  foreign key (team_id, status_id) references statuses (team_id, id)
);
create index tasks_of_column on tasks (team_id, project_id, status_id, position) where deleted_at is null;
create index tasks_open on tasks (team_id, id) where deleted_at is null and closed_at is null;
create index tasks_closed on tasks (team_id, closed_at) where deleted_at is null and closed_at is not null;
create index tasks_in_trash on tasks (team_id, deleted_at) where deleted_at is not null;

create table task_assignees (
  team_id uuid not null,
  task_id uuid not null,
  user_id uuid not null,
  assigned_at timestamptz not null,
  primary key (team_id, task_id, user_id),
  foreign key (team_id, task_id) references tasks (team_id, id),
  foreign key (team_id, user_id) references memberships (team_id, user_id)
);
create index task_assignees_of_user on task_assignees (team_id, user_id);

create table task_comments (
  team_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  body text not null,
  created_by uuid references users (id),
  created_at timestamptz not null,
  primary key (team_id, id),
  foreign key (team_id, task_id) references tasks (team_id, id)
);
create index task_comments_of_task on task_comments (team_id, task_id, created_at, id);

-- How long a task was in which status: every flow metric comes from here. Written in the change's transaction.
create table task_state_spans (
  team_id uuid not null,
  task_id uuid not null,
  entered_at timestamptz not null,
  status_id uuid not null,
  category text not null,
  left_at timestamptz,
  entered_by uuid references users (id),
  ordinal integer not null,
  primary key (team_id, task_id, ordinal),
  foreign key (team_id, task_id) references tasks (team_id, id),
  check (left_at is null or left_at >= entered_at)
);
create unique index task_state_spans_open on task_state_spans (team_id, task_id) where left_at is null;

do $$
declare name text;
begin
  foreach name in array array['projects', 'project_grants', 'work_keys', 'statuses', 'tasks', 'task_assignees', 'task_comments', 'task_state_spans'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy team_rows on %I using (team_id = (select app_team())) with check (team_id = (select app_team()))', name);
  end loop;
end $$;
