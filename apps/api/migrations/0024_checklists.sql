-- Small steps of a task that are not worth a task of their own.
create table checklist_items (
  team_id uuid not null references teams (id),
  id uuid not null,
  task_id uuid not null,
  title text not null,
  is_done boolean not null,
  position text collate "C" not null,
  primary key (team_id, id),
  foreign key (team_id, task_id) references tasks (team_id, id)
);
create index checklist_items_of_task on checklist_items (team_id, task_id, position);

alter table checklist_items enable row level security;
alter table checklist_items force row level security;
create policy team_rows on checklist_items using (team_id = (select app_team())) with check (team_id = (select app_team()));
