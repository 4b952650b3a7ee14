-- Fields that a team has made for its tasks. A deleted one is kept for a while, and what tasks hold in it with it.
create table fields (
  team_id uuid not null references teams (id),
  id uuid not null,
  name text not null,
  type text not null,
  options jsonb not null,
  currency text,
  position text collate "C" not null,
  deleted_at timestamptz,
  primary key (team_id, id)
);

alter table fields enable row level security;
alter table fields force row level security;
create policy team_rows on fields using (team_id = (select app_team())) with check (team_id = (select app_team()));

-- What a task holds, by the ids of fields.
alter table tasks add column custom jsonb not null default '{}';
