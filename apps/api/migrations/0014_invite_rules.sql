-- The Google Workspace domain that vouched for the address at the last sign-in; null for an account of nobody's domain.
alter table users add column hosted_domain text;

-- Only accounts of this domain may join with the link.
alter table invites add column domain text check (domain = lower(domain));
-- What is known of the mails to the address: when the last was asked for, how many were, and what became of the last.
alter table invites add column mail_asked_at timestamptz;
alter table invites add column mails_asked integer not null default 0;
alter table invites add column mail_sent_at timestamptz;
alter table invites add column mail_failed_at timestamptz;
create index invites_by_time on invites (team_id, created_at);

-- People who could not join because all seats were taken; owners are told how many.
create table turned_away (
  team_id uuid not null references teams (id),
  user_id uuid not null references users (id),
  at timestamptz not null,
  told_at timestamptz,
  primary key (team_id, user_id)
);
create index turned_away_of_user on turned_away (user_id);
alter table turned_away enable row level security;
alter table turned_away force row level security;
create policy team_rows on turned_away using (team_id = (select app_team())) with check (team_id = (select app_team()));
create policy forgetting on turned_away using ((select app_system())) with check ((select app_system()));
