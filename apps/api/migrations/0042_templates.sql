-- Work that is made again and again: a task with its sub-tasks, or a project.
create table templates (
  team_id uuid not null references teams (id),
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('task', 'project')),
  -- As contracts/src/template-values.ts reads it.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  bytes int not null generated always as (octet_length(content::text)) stored,
  created_by uuid references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- It can be brought back.
  deleted_at timestamptz,
  primary key (team_id, id)
);

alter table templates enable row level security;
alter table templates force row level security;
create policy team_rows on templates using (team_id = (select app_team())) with check (team_id = (select app_team()));
