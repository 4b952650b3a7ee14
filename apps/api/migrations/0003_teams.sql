create table teams (
  id uuid primary key,
  name text not null,
  key text not null,
  image text,
  members_may_invite boolean not null default false,
  plan text not null default 'free' check (plan in ('free', 'pro')),
  paid_until timestamptz,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by uuid references users (id)
);

create table memberships (
  team_id uuid not null references teams (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('owner', 'admin', 'member', 'guest')),
  joined_at timestamptz not null,
  removed_at timestamptz,
  primary key (team_id, user_id)
);
create index memberships_of_user on memberships (user_id, joined_at) where removed_at is null;

alter table memberships enable row level security;
alter table memberships force row level security;
-- One's own memberships are readable across teams: the list of one's teams needs them.
create policy team_rows on memberships
  using (team_id = (select app_team()) or user_id = (select app_user()))
  with check (team_id = (select app_team()));

alter table teams enable row level security;
alter table teams force row level security;
create policy team_rows on teams
  using (
    id = (select app_team())
    or id in (select m.team_id from memberships m where m.user_id = (select app_user()))
  )
  with check (id = (select app_team()));

-- What a plan limits: changed in the transaction of the row that it counts. lim null = unlimited.
create table team_usage (
  team_id uuid not null references teams (id),
  resource text not null check (resource in ('collaborators', 'projects', 'documents', 'tasks')),
  n integer not null default 0 check (n >= 0),
  lim integer,
  primary key (team_id, resource)
);
alter table team_usage enable row level security;
alter table team_usage force row level security;
create policy team_rows on team_usage using (team_id = (select app_team())) with check (team_id = (select app_team()));

create table invites (
  team_id uuid not null references teams (id),
  id uuid not null,
  link_hash bytea not null,
  -- Encrypted, so that those who may make such an invite can copy the link again.
  link_secret bytea not null,
  role text not null check (role in ('owner', 'admin', 'member', 'guest')),
  email text,
  max_uses integer check (max_uses > 0),
  uses integer not null default 0,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (team_id, id)
);
alter table invites enable row level security;
alter table invites force row level security;
create policy team_rows on invites using (team_id = (select app_team())) with check (team_id = (select app_team()));

-- Leads from a link to its team before a team is known; holds nothing else. Not team-owned: it is the way in.
create table invite_links (
  link_hash bytea primary key,
  in_team uuid not null references teams (id),
  invite_id uuid not null
);
