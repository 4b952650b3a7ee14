-- People and their sessions. Not team-owned, so no row level security: only the auth feature reads these tables.
create table users (
  id uuid primary key,
  issuer text not null,
  subject text not null,
  email text not null,
  name text not null,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (issuer, subject)
);
-- One person an address: the same address under another subject is refused at sign-in.
create unique index users_email on users (lower(email));

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  signed_in_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  -- However often it is used, a session ends then.
  ends_at timestamptz not null,
  ended_at timestamptz,
  user_agent text not null default ''
);
create index sessions_of_user on sessions (user_id) where ended_at is null;
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_end on sessions (ended_at) where ended_at is not null;

-- Identity tokens that were used, until they expire: a token makes one session.
create table used_identity_tokens (
  -- Of the signed part: the same signature can be written in more than one way.
  token_hash bytea primary key,
  session_id uuid not null references sessions (id),
  expires_at timestamptz not null
);
create index used_identity_tokens_by_expiry on used_identity_tokens (expires_at);
create index used_identity_tokens_of_session on used_identity_tokens (session_id);

-- The provider's refresh tokens, encrypted; found by the hash of the handle in the refresh cookie. A handle is used once:
-- each use makes the next one of its family, and a second use of the same handle ends the whole family.
create table refresh_handles (
  handle_hash bytea primary key,
  family_id uuid not null,
  -- The session that the browser with this handle holds; signing it out ends the family.
  session_id uuid references sessions (id) on delete set null,
  issuer text not null,
  subject text not null,
  refresh_token bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_handles_of_family on refresh_handles (family_id);
create index refresh_handles_of_session on refresh_handles (session_id) where session_id is not null;
create index refresh_handles_by_expiry on refresh_handles (expires_at);
