-- What tasks are about, in the team's own words.
create table labels (
  team_id uuid not null references teams (id),
  id uuid not null,
  name text not null,
  color text not null,
  primary key (team_id, id)
);
create unique index labels_name on labels (team_id, lower(name));

create table task_labels (
  team_id uuid not null,
  task_id uuid not null,
  label_id uuid not null,
  primary key (team_id, task_id, label_id),
  foreign key (team_id, task_id) references tasks (team_id, id),
  foreign key (team_id, label_id) references labels (team_id, id)
);
create index task_labels_of_label on task_labels (team_id, label_id);

-- When work on a task is to begin, and how much it is, in the team's own points.
alter table tasks add column start_date date;
alter table tasks add column estimate smallint check (estimate between 0 and 999);

do $$
declare name text;
begin
  foreach name in array array['labels', 'task_labels'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy team_rows on %I using (team_id = (select app_team())) with check (team_id = (select app_team()))', name);
  end loop;
end $$;
