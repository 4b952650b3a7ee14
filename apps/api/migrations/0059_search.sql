-- What can be found, a row for each thing: made from the team's log after the fact, and made anew from the things at any time.
-- Nothing else may depend on it.
create table search_entries (
  team_id uuid not null references teams (id),
  kind text not null check (kind in ('task', 'document', 'project', 'comment', 'person')),
  id uuid not null,
  -- Who may know of it: the project that it lies in (a project lies in itself), and what documents have besides.
  project_id uuid,
  access uuid[] not null default '{}',
  is_restricted boolean not null default false,
  -- What a comment is about.
  subject_id uuid,
  author_id uuid,
  at timestamptz not null,
  title text not null,
  -- Lexemes begin with a mark of the team, so that a list of the index is as long as the team's own, whatever others write.
  title_words tsvector not null,
  -- What is left of the words of the title without one letter, as numbers: whoever mistypes a word leaves the same.
  title_gaps integer[] not null default '{}',
  words tsvector not null,
  -- The beginning of what it says, for what is shown of it; a line for each block where blocks have ids.
  body text not null,
  blocks text[],
  -- Of all that the words were made from.
  digest text not null,
  -- Of which making anew it is; what is older than the last one is no more.
  run integer not null,
  primary key (team_id, kind, id)
)
-- Many rows are read for their rights and time, few for their words: those lie apart.
with (toast_tuple_target = 512);
create index search_entries_words on search_entries using gin (words) with (gin_pending_list_limit = 128);
create index search_entries_titles on search_entries using gin (title_words) with (gin_pending_list_limit = 128);
create index search_entries_gaps on search_entries using gin (title_gaps) with (gin_pending_list_limit = 128);
create index search_entries_of_subject on search_entries (team_id, subject_id) where subject_id is not null;

-- How far the index has followed the log.
create table search_cursors (
  team_id uuid primary key references teams (id),
  seq bigint not null default 0,
  ordinal integer not null default -1,
  -- By which program and engine the words were made; others make them anew.
  version text not null default '',
  run integer not null default 0,
  -- Where making anew has come to; null = it is done.
  rebuild_kind text,
  rebuild_after uuid,
  languages text[] not null default '{}'
);

do $$
declare name text;
begin
  foreach name in array array['search_entries', 'search_cursors'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy team_rows on %I using (team_id = (select app_team())) with check (team_id = (select app_team()))', name);
  end loop;
end $$;
-- Which teams wait is asked for all of them at once.
create policy behind on search_cursors for select using ((select app_system()));
