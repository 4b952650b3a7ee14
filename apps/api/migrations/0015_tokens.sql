-- API tokens of people. Found by their hash; `only_team` null = in every team where the person may use tokens.
create table api_tokens (
  id uuid primary key,
  user_id uuid not null references users (id),
  token_hash bytea not null unique,
  name text not null,
  -- The last letters, so that a person can tell one from another.
  hint text not null,
  scopes text[] not null,
  only_team uuid references teams (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_tokens_of_user on api_tokens (user_id, created_at);
alter table api_tokens enable row level security;
alter table api_tokens force row level security;
create policy own_rows on api_tokens using (user_id = (select app_user())) with check (user_id = (select app_user()));
-- Whose a token is, is known only after it was looked up; accounts that go take their tokens along.
create policy finding on api_tokens using ((select app_system())) with check ((select app_system()));

alter table teams add column members_may_use_tokens boolean not null default true;
