-- Documents lie in each other, in the team or in a project. What is written in them is in tables of its own.
create table documents (
  team_id uuid not null references teams (id),
  id uuid not null,
  parent_id uuid,
  -- The top of its tree, itself where it lies in none; what is below it is counted by this.
  root_id uuid not null,
  -- The same for a whole tree.
  project_id uuid,
  title text not null,
  icon text,
  cover text,
  position text collate "C" not null,
  -- The documents whose grants count, the nearest first: itself and those above it that have some or are private, as far
  -- as the nearest private one. is_restricted: there is such a one.
  access uuid[] not null default '{}',
  is_restricted boolean not null default false,
  is_private boolean not null default false,
  is_template boolean not null default false,
  is_full_width boolean not null default false,
  archived_at timestamptz,
  archived_by uuid references users (id),
  -- The one that was archived, and took this one along; null = itself.
  archived_with uuid,
  created_by uuid references users (id),
  created_at timestamptz not null,
  updated_by uuid references users (id),
  updated_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by uuid references users (id),
  -- The document or the project that took it along into the trash: they come back together.
  deleted_with uuid,
  primary key (team_id, id),
  foreign key (team_id, parent_id) references documents (team_id, id),
  foreign key (team_id, project_id) references projects (team_id, id),
  check (parent_id <> id),
  check (not is_private or (is_restricted and id = any (access))),
  check (not is_restricted or access <> '{}'),
  check (archived_at is not null or (archived_by is null and archived_with is null)),
  check (deleted_at is not null or (deleted_by is null and deleted_with is null))
);
create index documents_in_place on documents (team_id, parent_id, position, id) where deleted_at is null;
create index documents_of_parent on documents (team_id, parent_id) where parent_id is not null;
create index documents_of_root on documents (team_id, root_id);
create index documents_of_project on documents (team_id, project_id) where project_id is not null;
create index documents_in_trash on documents (team_id, deleted_at) where deleted_at is not null;
create index documents_gone_along on documents (team_id, deleted_with) where deleted_with is not null;

-- Rights on a document and all that lies in it, beyond those of role and project.
create table document_grants (
  team_id uuid not null,
  document_id uuid not null,
  user_id uuid not null,
  level text not null check (level in ('view', 'comment', 'edit', 'manage')),
  granted_by uuid references users (id),
  granted_at timestamptz not null,
  primary key (team_id, document_id, user_id),
  foreign key (team_id, document_id) references documents (team_id, id),
  foreign key (team_id, user_id) references memberships (team_id, user_id)
);
create index document_grants_of_user on document_grants (team_id, user_id);

-- Files on documents, as those on tasks.
create table document_attachments (
  team_id uuid not null references teams (id),
  id uuid not null,
  document_id uuid not null,
  name text not null,
  type text not null,
  bytes int not null check (bytes >= 0),
  width int,
  height int,
  storage_key text not null,
  created_by uuid references users (id),
  created_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by uuid references users (id),
  primary key (team_id, id),
  foreign key (team_id, document_id) references documents (team_id, id)
);
create index document_attachments_of_document on document_attachments (team_id, document_id, created_at, id);
create index document_attachments_in_use on document_attachments (team_id) include (bytes) where deleted_at is null;
create index document_attachments_deleted on document_attachments (team_id, deleted_at) where deleted_at is not null;
create index document_attachments_by_file on document_attachments (team_id, storage_key);

do $$
declare name text;
begin
  foreach name in array array['documents', 'document_grants', 'document_attachments'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy team_rows on %I using (team_id = (select app_team())) with check (team_id = (select app_team()))', name);
  end loop;
end $$;

-- Once in a transaction for a team is enough: a document takes thousands of others along.
create or replace function raise_rights() returns trigger language plpgsql as $$
declare
  -- As JSON: the tables have not the same columns.
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  team text := changed ->> case when tg_table_name = 'teams' then 'id' else 'team_id' end;
begin
  if current_setting('app.rights_raised', true) is not distinct from team then
    return null;
  end if;
  update team_heads set rights = rights + 1 where team_id = team::uuid;
  perform set_config('app.rights_raised', team, true);
  return null;
end $$;

create constraint trigger rights_of_documents
  after update of access, is_restricted, project_id, archived_at, deleted_at on documents
  deferrable initially deferred for each row
  when (old.access is distinct from new.access or old.is_restricted <> new.is_restricted
    or old.project_id is distinct from new.project_id or old.archived_at is distinct from new.archived_at
    or old.deleted_at is distinct from new.deleted_at)
  execute function raise_rights();
create constraint trigger rights_of_document_grants after insert or delete or update of level on document_grants
  deferrable initially deferred for each row execute function raise_rights();
