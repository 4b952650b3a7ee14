-- What the assistant would do, until its person says so; their own alone, as its threads are.
create table assistant_proposals (
  team_id uuid not null references teams (id),
  id uuid not null,
  user_id uuid not null references users (id),
  -- null: it was asked for by a program, in no thread.
  thread_id uuid,
  message_id uuid,
  -- One that has run out is still open here.
  status text not null default 'open' check (status in ('open', 'confirmed', 'rejected', 'undone')),
  -- The rows of the card in order, each with the route that does it.
  changes jsonb not null,
  notifies integer not null default 0,
  -- What was done, in order, with what was there before: an undo is made of it.
  done jsonb,
  -- What an undo left as it is.
  kept jsonb not null default '[]',
  expires_at timestamptz not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, thread_id) references assistant_threads (team_id, id) on delete cascade
);
create index assistant_proposals_of_thread on assistant_proposals (team_id, thread_id);
create index assistant_proposals_open on assistant_proposals (team_id, user_id, created_at desc, id desc) where status = 'open';
create index assistant_proposals_of_user on assistant_proposals (user_id);
alter table assistant_proposals enable row level security;
alter table assistant_proposals force row level security;
create policy own_rows on assistant_proposals
  using ((team_id = (select app_team()) and user_id = coalesce((select app_user()), user_id)) or (select app_system()))
  with check (team_id = (select app_team()) and user_id = (select app_user()));
