-- When a team's weekly report goes out by mail, and whether it is kept as a document.
create table report_schedules (
  team_id uuid primary key references teams (id),
  -- Of this project only; null = of what everybody in the team sees.
  project_id uuid,
  -- Monday is 1; in the team's time zone.
  weekday int not null check (weekday between 1 and 7),
  hour int not null check (hour between 0 and 23),
  saves_document boolean not null,
  -- The document that kept reports lie in, once there is one. It may be gone.
  folder_id uuid,
  next_at timestamptz not null,
  created_by uuid not null references users (id),
  updated_at timestamptz not null,
  foreign key (team_id, project_id) references projects (team_id, id)
);
create index report_schedules_due on report_schedules (next_at);

create table report_recipients (
  team_id uuid not null references report_schedules (team_id) on delete cascade,
  user_id uuid not null references users (id),
  primary key (team_id, user_id)
);

alter table report_schedules enable row level security;
alter table report_schedules force row level security;
create policy team_rows on report_schedules
  using (team_id = (select app_team()) or (select app_system())) with check (team_id = (select app_team()));
alter table report_recipients enable row level security;
alter table report_recipients force row level security;
create policy team_rows on report_recipients using (team_id = (select app_team())) with check (team_id = (select app_team()));
