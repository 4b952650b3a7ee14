-- Work that is done after an answer: written in the transaction of the act that asks for it, so that it exists exactly
-- when the act does. Not team-owned: some of it belongs to a person, some to nobody.
create table jobs (
  id uuid primary key,
  kind text not null,
  in_team uuid references teams (id),
  for_user uuid references users (id),
  data jsonb not null,
  -- One waiting job a kind and name.
  name text,
  -- Whoever takes a job moves this on to where its time is over: should its node die, another takes it then.
  run_at timestamptz not null,
  attempts integer not null default 0,
  made_at timestamptz not null,
  -- The name of the last error, never its words.
  last_error text,
  given_up_at timestamptz
);
create index jobs_waiting on jobs (run_at) where given_up_at is null;
create unique index jobs_by_name on jobs (kind, name) where name is not null and given_up_at is null;
create index jobs_given_up on jobs (given_up_at) where given_up_at is not null;

alter table jobs enable row level security;
alter table jobs force row level security;
create policy own_rows on jobs
  using (
    (select app_system()) or in_team = (select app_team())
    or (in_team is null and for_user = (select app_user()))
  )
  with check (
    (select app_system()) or in_team = (select app_team())
    or (in_team is null and for_user = (select app_user()))
  );
