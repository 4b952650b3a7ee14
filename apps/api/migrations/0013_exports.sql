-- Files with everything of a team, and those that are being made. The file itself lies in the storage, under storage_key.
create table team_exports (
  team_id uuid not null references teams (id),
  id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  asked_by uuid not null references users (id),
  asked_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz not null,
  storage_key text,
  bytes bigint,
  counts jsonb,
  primary key (team_id, id)
);
create index team_exports_by_expiry on team_exports (expires_at);
alter table team_exports enable row level security;
alter table team_exports force row level security;
create policy team_rows on team_exports using (team_id = (select app_team())) with check (team_id = (select app_team()));
-- Those whose time is over are removed for all teams at once.
create policy removing on team_exports using ((select app_system())) with check ((select app_system()));
