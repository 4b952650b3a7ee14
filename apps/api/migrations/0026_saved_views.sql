-- Ways to look at tasks that somebody has kept.
create table views (
  team_id uuid not null references teams (id),
  id uuid not null,
  project_id uuid,
  name text not null,
  color text not null,
  text text not null,
  is_private boolean not null,
  is_locked boolean not null,
  position text collate "C" not null,
  created_by uuid references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (team_id, id),
  foreign key (team_id, project_id) references projects (team_id, id)
);
create index views_of_project on views (team_id, project_id);

alter table views enable row level security;
alter table views force row level security;
create policy team_rows on views using (team_id = (select app_team())) with check (team_id = (select app_team()));
