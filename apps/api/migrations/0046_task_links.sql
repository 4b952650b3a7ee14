-- Which other tasks a task names in fields of type relation. One that lies in the trash stays here, and is shown again
-- when it comes back.
create table task_links (
  team_id uuid not null references teams (id),
  task_id uuid not null,
  field_id uuid not null,
  other_id uuid not null,
  primary key (team_id, task_id, field_id, other_id),
  foreign key (team_id, task_id) references tasks (team_id, id),
  foreign key (team_id, field_id) references fields (team_id, id),
  foreign key (team_id, other_id) references tasks (team_id, id),
  check (task_id <> other_id)
);
create index task_links_other on task_links (team_id, other_id);

-- Whether a task was ever given such a value: most never are, and are read without a look there.
alter table tasks add column has_links boolean not null default false;

alter table task_links enable row level security;
alter table task_links force row level security;
create policy team_rows on task_links using (team_id = (select app_team())) with check (team_id = (select app_team()));

-- Parts of a row of the log that not everybody who sees the row may know of, each with its own scope.
alter table changes add column apart jsonb;
