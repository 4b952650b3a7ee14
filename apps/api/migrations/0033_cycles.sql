-- Stretches of time into which a project puts its work, one after the other.
-- How they come, as contracts/src/cycle-values.ts reads it; null = the project has none.
alter table projects add column cycles jsonb;

create table cycles (
  team_id uuid not null references teams (id),
  id uuid not null,
  project_id uuid not null,
  number int not null check (number > 0),
  name text not null,
  -- Both days belong to it, where its people are.
  starts_on date not null,
  ends_on date not null,
  time_zone text not null,
  started_at timestamptz,
  closed_at timestamptz,
  -- What was in it when it began.
  start_tasks jsonb,
  -- What became of each of its tasks, and what that comes to, from when it was closed.
  record jsonb,
  figures jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (team_id, id),
  unique (team_id, project_id, id),
  unique (team_id, project_id, number),
  foreign key (team_id, project_id) references projects (team_id, id),
  check (starts_on <= ends_on),
  check ((started_at is null) = (start_tasks is null)),
  check ((closed_at is null) = (record is null) and (closed_at is null) = (figures is null)),
  check (closed_at is null or started_at is not null)
);
-- One at a time.
create unique index cycles_current on cycles (team_id, project_id) where started_at is not null and closed_at is null;

create function keep_closed_cycle() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null and
    (new.starts_on, new.ends_on, new.started_at, new.closed_at, new.start_tasks, new.record, new.figures)
    is distinct from
    (old.starts_on, old.ends_on, old.started_at, old.closed_at, old.start_tasks, old.record, old.figures)
  then
    raise exception 'what a cycle was when it closed does not change';
  end if;
  return new;
end $$;
create trigger closed_cycles before update on cycles for each row execute function keep_closed_cycle();

alter table cycles enable row level security;
alter table cycles force row level security;
create policy team_rows on cycles using (team_id = (select app_team())) with check (team_id = (select app_team()));

alter table tasks add column cycle_id uuid;
-- Of its own project.
alter table tasks add constraint tasks_cycle foreign key (team_id, project_id, cycle_id)
  references cycles (team_id, project_id, id);
alter table tasks add constraint tasks_cycle_in_project check (cycle_id is null or project_id is not null);
create index tasks_of_cycle on tasks (team_id, cycle_id) where cycle_id is not null;
