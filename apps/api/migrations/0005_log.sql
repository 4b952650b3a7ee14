-- The head of a team's log. Updating it is the last lock a command takes, so the order of seq is the order of commits.
create table team_heads (
  team_id uuid primary key references teams (id),
  seq bigint not null default 0,
  last_task_number integer not null default 0,
  -- The log holds everything after this; older cursors start from a new snapshot.
  pruned_to bigint not null default 0
);

-- scope: who may see the row after the change ('team', 'staff' = everybody but guests, 'project:<id>', 'person:<id>').
-- prev_scope: who could see it before, where that differs: they get a delete.
create table changes (
  team_id uuid not null references teams (id),
  seq bigint not null,
  ordinal integer not null,
  entity text not null,
  entity_id uuid not null,
  op text not null check (op in ('put', 'delete', 'access')),
  data jsonb,
  fields text[],
  scope text not null,
  prev_scope text,
  actor uuid references users (id),
  mutation_id text,
  at timestamptz not null,
  primary key (team_id, seq, ordinal)
);

-- What was changed, for people; kept when the log is pruned. A value that a concurrent edit replaced stays readable here.
create table history (
  team_id uuid not null references teams (id),
  seq bigint not null,
  ordinal integer not null,
  entity text not null,
  entity_id uuid not null,
  field text not null,
  old_value jsonb,
  new_value jsonb,
  actor uuid references users (id),
  at timestamptz not null,
  primary key (team_id, seq, ordinal)
);
create index history_of_entity on history (team_id, entity_id, seq);

-- Append only: the runtime role may not change or delete rows.
create table audit_entries (
  team_id uuid not null references teams (id),
  id uuid not null,
  act text not null,
  object text not null,
  object_id uuid,
  details jsonb not null default '{}',
  actor uuid references users (id),
  at timestamptz not null,
  primary key (team_id, id)
);
create index audit_entries_by_time on audit_entries (team_id, at);

do $$
declare name text;
begin
  foreach name in array array['team_heads', 'changes', 'history', 'audit_entries'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy team_rows on %I using (team_id = (select app_team())) with check (team_id = (select app_team()))', name);
  end loop;
end $$;
revoke update, delete on audit_entries from hearth_app;
revoke update, delete on history from hearth_app;

-- First answers, so that the same request again gives the same answer: by Idempotency-Key for 24 hours, by client-made id for good.
-- A person's own rows: the key's scope is caller, method and path.
create table answers (
  user_id uuid not null references users (id),
  id uuid not null,
  route text not null,
  path text not null,
  idempotency_key text,
  client_id uuid,
  request_hash bytea not null,
  status integer not null,
  body jsonb,
  seq bigint,
  at timestamptz not null,
  primary key (user_id, id)
);
create unique index answers_by_key on answers (user_id, route, path, idempotency_key) where idempotency_key is not null;
create unique index answers_by_client_id on answers (user_id, route, path, client_id) where client_id is not null;
create index answers_by_age on answers (at) where idempotency_key is not null;
alter table answers enable row level security;
alter table answers force row level security;
create policy own_rows on answers using (user_id = (select app_user())) with check (user_id = (select app_user()));
