-- When each member last did something in the team, to the hour: written at most once an hour, beside the memberships so
-- that neither their locks nor the log know of it. A row goes with its membership's end.
create table member_activity (
  team_id uuid not null,
  user_id uuid not null,
  last_active_at timestamptz not null,
  primary key (team_id, user_id),
  foreign key (team_id, user_id) references memberships (team_id, user_id) on delete cascade
);
alter table member_activity enable row level security;
alter table member_activity force row level security;
create policy team_rows on member_activity
  using (team_id = (select app_team())) with check (team_id = (select app_team()));
