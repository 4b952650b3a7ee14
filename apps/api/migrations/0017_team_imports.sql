-- Files that are brought into a team, and what became of them. The file lies in the storage, under storage_key, until it was
-- brought in or refused.
create table team_imports (
  team_id uuid not null references teams (id),
  id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  asked_by uuid not null references users (id),
  asked_at timestamptz not null,
  ended_at timestamptz,
  storage_key text,
  -- How much of the work is done, for whoever waits.
  progress real not null default 0 check (progress between 0 and 1),
  outcome jsonb,
  -- What a refused request would have been answered: code, detail and what belongs to the code.
  refusal jsonb,
  primary key (team_id, id)
);
-- One file at a time goes into a team.
create unique index team_imports_waiting on team_imports (team_id) where state = 'waiting';
create index team_imports_by_time on team_imports (asked_at);
alter table team_imports enable row level security;
alter table team_imports force row level security;
create policy team_rows on team_imports using (team_id = (select app_team())) with check (team_id = (select app_team()));
-- What is a day old is removed for all teams at once.
create policy removing on team_imports using ((select app_system())) with check ((select app_system()));
