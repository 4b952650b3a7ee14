-- How much work people take on in a week, and when they are away. The row that has the team's own id says it for everybody
-- who has said nothing else.
create table work_times (
  team_id uuid not null references teams (id),
  id uuid not null,
  -- Null in the team's own row.
  user_id uuid,
  -- Points a week.
  capacity int check (capacity between 0 and 999),
  -- Days off by ids of their own, as contracts/src/work-time-values.ts reads them.
  absences jsonb not null default '{}' check (jsonb_typeof(absences) = 'object'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (team_id, id),
  foreign key (team_id, user_id) references memberships (team_id, user_id),
  check (case when user_id is null then id = team_id and absences = '{}' else id = user_id end)
);

alter table work_times enable row level security;
alter table work_times force row level security;
create policy team_rows on work_times using (team_id = (select app_team())) with check (team_id = (select app_team()));

-- Of whoever goes for good, what they said of their time is taken out of the history as well.
drop policy forgetting on history;
create policy forgetting on history as restrictive for update
  using (entity in ('member', 'workTime'))
  with check (entity in ('member', 'workTime') and old_value is null and new_value is null);
