-- Time that people spend on tasks: by a timer, which runs while ended_at is null, or said by hand.
create table time_entries (
  team_id uuid not null references teams (id),
  id uuid not null,
  task_id uuid not null,
  user_id uuid not null references users (id),
  -- What it counts for, where the person was.
  day date not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  note text not null default '' check (char_length(note) <= 500),
  made_by text not null check (made_by in ('timer', 'hand')),
  created_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by uuid references users (id),
  primary key (team_id, id),
  foreign key (team_id, task_id) references tasks (team_id, id),
  check (extract(epoch from ended_at - started_at) between 0 and 86400)
);
-- Nobody works on two things at the same moment.
create unique index time_entries_running on time_entries (team_id, user_id) where ended_at is null and deleted_at is null;
create index time_entries_of_task on time_entries (team_id, task_id, started_at desc, id desc);
create index time_entries_of_person on time_entries (team_id, user_id, started_at desc, id desc);
create index time_entries_deleted on time_entries (team_id, deleted_at) where deleted_at is not null;

alter table time_entries enable row level security;
alter table time_entries force row level security;
create policy team_rows on time_entries using (team_id = (select app_team())) with check (team_id = (select app_team()));

-- The sum of what has ended, so that lists of tasks need no look at each entry.
alter table tasks add column tracked_seconds int not null default 0 check (tracked_seconds >= 0);
