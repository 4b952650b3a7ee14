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

-- Identity tokens that were used, until they expire: a token makes one session.
create table used_identity_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id),
  expires_at timestamptz not null
);
create index used_identity_tokens_by_expiry on used_identity_tokens (expires_at);

-- The provider's refresh tokens, encrypted; found by the hash of the handle in the refresh cookie, rotated at each use.
create table refresh_handles (
  handle_hash bytea primary key,
  issuer text not null,
  subject text not null,
  refresh_token bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index refresh_handles_by_expiry on refresh_handles (expires_at);
