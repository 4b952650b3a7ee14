-- Full text operators are not leakproof, so under row level security a condition of a query never uses an index of words.
-- A condition of the policy itself does. Searches read the index as a role of their own, whose policy is the match: the
-- team, and one of the questions that the transaction was opened with.
do $$
begin
  if not exists (select from pg_roles where rolname = 'hearth_search') then
    create role hearth_search nologin nosuperuser nobypassrls noinherit nocreatedb nocreaterole;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;
do $$
begin
  if not pg_has_role(current_user, 'hearth_search', 'member') then
    execute format('grant hearth_search to %I', current_user);
  end if;
end
$$;
grant usage on schema public to hearth_search;
grant select (team_id, kind, id, project_id, access, is_restricted, author_id, at, title, title_words, title_gaps, words)
  on search_entries to hearth_search;

-- What is searched for; null = nothing.
create function app_search_words() returns tsquery language sql stable parallel safe
  as $$ select nullif(current_setting('app.search_words', true), '')::tsquery $$;
create function app_search_titles() returns tsquery language sql stable parallel safe
  as $$ select nullif(current_setting('app.search_titles', true), '')::tsquery $$;
create function app_search_gaps() returns integer[] language sql stable parallel safe
  as $$ select nullif(current_setting('app.search_gaps', true), '')::integer[] $$;

-- Permissive policies add up: the team's own would let this role see rows that do not match, and no index could be used.
alter policy team_rows on search_entries to hearth_app;
-- `is true` keeps the planner from the primary key: it would go through all rows of the team.
create policy matching_rows on search_entries for select to hearth_search using (
  (team_id = (select app_team())) is true
  and (words @@ (select app_search_words()) or title_words @@ (select app_search_titles())
    or title_gaps && (select app_search_gaps()))
);

-- Without a pending list: each search goes through all of it, and 30 pages of it cost more than all else together.
create index search_entries_words on search_entries using gin (words) with (fastupdate = off);
create index search_entries_titles on search_entries using gin (title_words) with (fastupdate = off);
create index search_entries_gaps on search_entries using gin (title_gaps) with (fastupdate = off);

-- Rights, time and title words of every match are read, words and text of a page: those are stored out of line, the words
-- uncompressed, since decompressing them costs more than ranking. It takes effect as entries are made anew.
alter table search_entries set (toast_tuple_target = 256);
alter table search_entries alter column words set storage external;
alter table search_entries alter column title set storage main;
alter table search_entries alter column title_words set storage main;
alter table search_entries alter column title_gaps set storage main;
alter table search_entries alter column access set storage main;
