-- Files on tasks. Their bytes lie in the storage, under storage_key; what is drawn of pictures lies beside them.
create table attachments (
  team_id uuid not null references teams (id),
  id uuid not null,
  task_id uuid not null,
  name text not null,
  -- What the bytes speak of, not what somebody calls them.
  type text not null,
  bytes int not null check (bytes >= 0),
  width int,
  height int,
  storage_key text not null,
  created_by uuid references users (id),
  created_at timestamptz not null,
  -- Taken off the task; the bytes stay for as long as it can be brought back.
  deleted_at timestamptz,
  deleted_by uuid references users (id),
  primary key (team_id, id),
  foreign key (team_id, task_id) references tasks (team_id, id)
);
create index attachments_of_task on attachments (team_id, task_id, created_at, id);
create index attachments_in_use on attachments (team_id) include (bytes) where deleted_at is null;
create index attachments_deleted on attachments (team_id, deleted_at) where deleted_at is not null;
create index attachments_by_file on attachments (team_id, storage_key);

alter table attachments enable row level security;
alter table attachments force row level security;
create policy team_rows on attachments using (team_id = (select app_team())) with check (team_id = (select app_team()));
