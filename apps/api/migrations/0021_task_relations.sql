-- What tasks have to do with each other, one row for both: `from_id` blocks, relates to or duplicates `to_id`. Rows stay while
-- one of the two lies in the trash.
create table task_relations (
  team_id uuid not null references teams (id),
  id uuid not null,
  kind text not null check (kind in ('blocks', 'relates', 'duplicates')),
  from_id uuid not null,
  to_id uuid not null,
  created_by uuid references users (id),
  created_at timestamptz not null,
  primary key (team_id, id),
  unique (team_id, from_id, to_id, kind),
  foreign key (team_id, from_id) references tasks (team_id, id),
  foreign key (team_id, to_id) references tasks (team_id, id),
  check (from_id <> to_id),
  -- Said by either side, it is the same.
  check (kind <> 'relates' or from_id < to_id)
);
create index task_relations_to on task_relations (team_id, to_id);

alter table task_relations enable row level security;
alter table task_relations force row level security;
create policy team_rows on task_relations using (team_id = (select app_team())) with check (team_id = (select app_team()));
