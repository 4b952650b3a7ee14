-- What people say to the assistant and what it answers. A thread is its person's alone: row security asks for the person as
-- well as for the team, but in transactions that nobody asks for (a team that is purged, say).
create table assistant_threads (
  team_id uuid not null references teams (id),
  id uuid not null,
  user_id uuid not null references users (id),
  title text not null,
  is_pinned boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (team_id, id)
);
create index assistant_threads_of_person on assistant_threads (team_id, user_id, is_pinned desc, updated_at desc, id desc);
create index assistant_threads_of_user on assistant_threads (user_id);
alter table assistant_threads enable row level security;
alter table assistant_threads force row level security;
create policy own_rows on assistant_threads
  using ((team_id = (select app_team()) and user_id = coalesce((select app_user()), user_id)) or (select app_system()))
  with check (team_id = (select app_team()) and user_id = (select app_user()));

create table assistant_messages (
  team_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('user', 'assistant')),
  -- Of an answer that is under way, what has come of it.
  text text not null,
  -- Citations, proposals (their ids) and chips; of an answer that is complete.
  parts jsonb not null default '{}',
  provider text not null default '',
  is_fallback boolean not null default false,
  is_stopped boolean not null default false,
  -- It broke off by itself.
  is_partial boolean not null default false,
  -- Until when the node that answers is alive, which it renews; null = the answer is complete. Past = that node is gone.
  lease_until timestamptz,
  is_stop_asked boolean not null default false,
  -- The month to whose messages it counts until it is known whether a model answered.
  reserved_month text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  created_at timestamptz not null,
  primary key (team_id, id),
  foreign key (team_id, thread_id) references assistant_threads (team_id, id) on delete cascade
);
create index assistant_messages_of_thread on assistant_messages (team_id, thread_id, created_at desc, id desc);
-- One answer at a time.
create unique index assistant_messages_under_way on assistant_messages (team_id, thread_id) where lease_until is not null;
alter table assistant_messages enable row level security;
alter table assistant_messages force row level security;
create policy own_rows on assistant_messages
  using ((team_id = (select app_team()) and user_id = coalesce((select app_user()), user_id)) or (select app_system()))
  with check (team_id = (select app_team()) and user_id = (select app_user()));

-- Messages that a model answered, by month.
create table assistant_usage (
  team_id uuid not null references teams (id),
  month text not null,
  used integer not null default 0 check (used >= 0),
  primary key (team_id, month)
);
alter table assistant_usage enable row level security;
alter table assistant_usage force row level security;
create policy team_rows on assistant_usage using (team_id = (select app_team())) with check (team_id = (select app_team()));

create table assistant_settings (
  team_id uuid primary key references teams (id),
  mode text not null default 'any' check (mode in ('off', 'builtin', 'any')),
  keeps_bodies boolean not null default false
);
alter table assistant_settings enable row level security;
alter table assistant_settings force row level security;
create policy team_rows on assistant_settings using (team_id = (select app_team())) with check (team_id = (select app_team()));
