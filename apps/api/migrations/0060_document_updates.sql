-- How far the log of a document goes. Apart from the document, since it changes with every keystroke; its row lock makes the
-- order of the log the order of commits.
create table document_heads (
  team_id uuid not null,
  document_id uuid not null,
  seq bigint not null default 0,
  -- Since when there is more in the log than in the state; null = there is not.
  behind_since timestamptz,
  primary key (team_id, document_id),
  foreign key (team_id, document_id) references documents (team_id, id) on delete cascade
) with (fillfactor = 50);
create index document_heads_behind on document_heads (behind_since) where behind_since is not null;

-- What was written into a document, one Yjs update a row: committed before anybody is told of it. Whoever appends holds the
-- head row, so that this needs no lock on the document itself.
create table document_updates (
  team_id uuid not null,
  document_id uuid not null,
  seq bigint not null,
  user_id uuid,
  update bytea not null,
  at timestamptz not null,
  primary key (team_id, document_id, seq),
  foreign key (team_id, document_id) references document_heads (team_id, document_id) on delete cascade
);

-- The log up to a point, applied and encoded: as Yjs, as ProseMirror's JSON, and as plain text. Reading is always this and
-- what follows it in the log.
create table document_states (
  team_id uuid not null,
  document_id uuid not null,
  up_to_seq bigint not null,
  state bytea not null,
  -- As contracts/rich-text reads it.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  text text not null,
  at timestamptz not null,
  primary key (team_id, document_id),
  foreign key (team_id, document_id) references document_heads (team_id, document_id) on delete cascade
);

alter table document_heads enable row level security;
alter table document_heads force row level security;
create policy team_rows on document_heads using (team_id = (select app_team())) with check (team_id = (select app_team()));
-- A node looks across teams for what it carries, and for what nobody has put together yet.
create policy looking on document_heads for select using ((select app_system()));
alter table document_updates enable row level security;
alter table document_updates force row level security;
create policy team_rows on document_updates using (team_id = (select app_team())) with check (team_id = (select app_team()));
alter table document_states enable row level security;
alter table document_states force row level security;
create policy team_rows on document_states using (team_id = (select app_team())) with check (team_id = (select app_team()));
