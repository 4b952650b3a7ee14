-- The projects and saved views that a person has at hand, in an order of their own. Nobody else is told of them.
create table favourites (
  team_id uuid not null references teams (id),
  user_id uuid not null references users (id),
  -- That of the project or the view.
  id uuid not null,
  project_id uuid,
  view_id uuid,
  position text collate "C" not null,
  primary key (team_id, user_id, id),
  foreign key (team_id, project_id) references projects (team_id, id),
  foreign key (team_id, view_id) references views (team_id, id),
  check (num_nonnulls(project_id, view_id) = 1 and id = coalesce(project_id, view_id))
);
create index favourites_of_project on favourites (team_id, project_id);
create index favourites_of_view on favourites (team_id, view_id);

alter table favourites enable row level security;
alter table favourites force row level security;
create policy team_rows on favourites using (team_id = (select app_team())) with check (team_id = (select app_team()));
