-- A project that is shown read-only to whoever has the link. One link a project; turning it off takes the row away.
create table public_links (
  team_id uuid not null references teams (id),
  project_id uuid not null,
  token_hash bytea not null unique,
  -- Encrypted, so that those who manage the project can copy the link again.
  token_secret bytea not null,
  shows_descriptions boolean not null,
  shows_names boolean not null,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  -- Null: it never ends by itself.
  expires_at timestamptz,
  primary key (team_id, project_id),
  foreign key (team_id, project_id) references projects (team_id, id)
);
alter table public_links enable row level security;
alter table public_links force row level security;
create policy team_rows on public_links using (team_id = (select app_team())) with check (team_id = (select app_team()));

alter table teams add column has_public_links boolean not null default true;

-- Whoever comes with a link reads as this role. It is granted columns, not tables: what is not named here cannot be read
-- by a link, whatever a statement asks for. It changes nothing.
do $$
begin
  if not exists (select from pg_roles where rolname = 'hearth_share') then
    create role hearth_share nologin nosuperuser nobypassrls noinherit nocreatedb nocreaterole;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;
do $$
begin
  if not pg_has_role(current_user, 'hearth_share', 'member') then
    execute format('grant hearth_share to %I', current_user);
  end if;
end
$$;
grant usage on schema public to hearth_share;

-- The hash of the link that a transaction came with: everything that it sees hangs on that one row.
create function app_share() returns bytea language sql stable parallel safe
  as $$ select decode(nullif(current_setting('app.share', true), ''), 'hex') $$;

grant select (team_id, project_id, token_hash, shows_descriptions, shows_names, expires_at) on public_links to hearth_share;
create policy share_rows on public_links for select to hearth_share using (token_hash = (select app_share()));

-- The team's own policy asks for memberships; there is no row of them that this role could see.
grant select (team_id, user_id) on memberships to hearth_share;
grant select (id, deleted_at, has_public_links) on teams to hearth_share;
create policy share_rows on teams for select to hearth_share using (
  deleted_at is null and has_public_links
  and id = (select l.team_id from public_links l where l.token_hash = (select app_share()))
);

grant select (team_id, id, name, key, description, color, start_date, target_date, health, lead_id, is_private, deleted_at, archived_at)
  on projects to hearth_share;
create policy share_rows on projects for select to hearth_share using (
  deleted_at is null and archived_at is null and not is_private
  and (team_id, id) = (select l.team_id, l.project_id from public_links l where l.token_hash = (select app_share()))
  and exists (select from teams t where t.id = projects.team_id)
);

grant select (team_id, id, number, project_id, parent_id, title, description, description_doc, status_id, type_id, priority,
  due_date, due_at, position, closed_at, deleted_at, triage) on tasks to hearth_share;
create policy share_rows on tasks for select to hearth_share using (
  -- What waits in triage is not yet work of the project.
  deleted_at is null and triage is null
  and (team_id, project_id) in (select p.team_id, p.id from projects p where (select app_share()) is not null)
);

-- What a team has for all its projects is seen as far as the tasks of this one use it.
grant select (team_id, id, name, category, color, position) on statuses to hearth_share;
create policy share_rows on statuses for select to hearth_share using (
  (select app_share()) is not null
  and exists (select from tasks t where t.team_id = statuses.team_id and t.status_id = statuses.id)
);
grant select (team_id, task_id, label_id) on task_labels to hearth_share;
create policy share_rows on task_labels for select to hearth_share using (
  (select app_share()) is not null
  and exists (select from tasks t where t.team_id = task_labels.team_id and t.id = task_labels.task_id)
);
grant select (team_id, id, name, color) on labels to hearth_share;
create policy share_rows on labels for select to hearth_share using (
  (select app_share()) is not null
  and exists (select from task_labels l where l.team_id = labels.team_id and l.label_id = labels.id)
);
grant select (team_id, id, name, icon, color) on task_types to hearth_share;
create policy share_rows on task_types for select to hearth_share using (
  (select app_share()) is not null
  and exists (select from tasks t where t.team_id = task_types.team_id and t.type_id = task_types.id)
);

-- What goes along only where the link says so.
grant select (team_id, id, task_id, title, is_done, position) on checklist_items to hearth_share;
create policy share_rows on checklist_items for select to hearth_share using (
  (select l.shows_descriptions from public_links l where l.token_hash = (select app_share()))
  and exists (select from tasks t where t.team_id = checklist_items.team_id and t.id = checklist_items.task_id)
);
grant select (team_id, task_id, user_id, assigned_at) on task_assignees to hearth_share;
create policy share_rows on task_assignees for select to hearth_share using (
  (select l.shows_names from public_links l where l.token_hash = (select app_share()))
  and exists (select from tasks t where t.team_id = task_assignees.team_id and t.id = task_assignees.task_id)
);
