-- Tasks that come again: how, and of which series a task is which one. The rule is RFC 5545's, on days.
alter table tasks add column repeat jsonb;
alter table tasks add column series_id uuid;
alter table tasks add column series_run integer;
alter table tasks add column series_state text check (series_state in ('open', 'going', 'ended', 'paused'));
alter table tasks add check ((series_id is null) = (series_run is null) and (series_id is null) = (series_state is null));
alter table tasks add check (repeat is null or series_id is not null);
-- However many complete it at once, there is one next one.
create unique index tasks_series on tasks (team_id, series_id, series_run) where series_id is not null;

-- Days of a series that were passed over, on the task that passed them.
create table task_skips (
  team_id uuid not null references teams (id),
  id uuid not null,
  task_id uuid not null,
  day date not null,
  to_day date not null,
  -- The rule before and after: how many are left is part of it.
  rule text not null,
  to_rule text not null,
  reason text not null,
  skipped_by uuid references users (id),
  skipped_at timestamptz not null,
  primary key (team_id, id),
  foreign key (team_id, task_id) references tasks (team_id, id)
);
create index task_skips_of_task on task_skips (team_id, task_id, skipped_at);

alter table task_skips enable row level security;
alter table task_skips force row level security;
create policy team_rows on task_skips using (team_id = (select app_team())) with check (team_id = (select app_team()));
