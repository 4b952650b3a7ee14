-- Rises with every change of who may do what in a team: a request that was judged under one version is judged again
-- before it acts under another. Raised when the transaction commits, so that the head row is still the last lock taken.
alter table team_heads add column rights bigint not null default 0;

create function raise_rights() returns trigger language plpgsql as $$
declare
  -- As JSON: the tables have not the same columns.
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  update team_heads set rights = rights + 1
  where team_id = (changed ->> case when tg_table_name = 'teams' then 'id' else 'team_id' end)::uuid;
  return null;
end $$;

create constraint trigger rights_of_members after insert or update of role, removed_at on memberships
  deferrable initially deferred for each row execute function raise_rights();
create constraint trigger rights_of_grants after insert or delete or update of level on project_grants
  deferrable initially deferred for each row execute function raise_rights();
create constraint trigger rights_of_teams after update of deleted_at, members_may_use_tokens on teams
  deferrable initially deferred for each row
  when (old.deleted_at is distinct from new.deleted_at or old.members_may_use_tokens <> new.members_may_use_tokens)
  execute function raise_rights();
create constraint trigger rights_of_new_projects after insert on projects
  deferrable initially deferred for each row when (new.is_private) execute function raise_rights();
create constraint trigger rights_of_projects after update of is_private, archived_at, deleted_at on projects
  deferrable initially deferred for each row
  when (old.is_private <> new.is_private or old.archived_at is distinct from new.archived_at
    or old.deleted_at is distinct from new.deleted_at)
  execute function raise_rights();

-- Throws HR001 where what a request was let in with holds no longer: its session or API token, the rights of its team,
-- the place of the task that it names. Runs as the first statement of a transaction; null = nothing of that kind to ask.
create function assert_standing(session uuid, token uuid, version bigint, task uuid, project uuid, is_trashed boolean)
returns void language plpgsql stable as $$
begin
  if session is not null and not exists (select from sessions s where s.id = session and s.ended_at is null)
    or token is not null and not exists (select from api_tokens a where a.id = token and a.revoked_at is null)
    or version is not null and not exists (
      select from team_heads h where h.team_id = (select app_team()) and h.rights = version)
    or task is not null and not exists (
      select from tasks t where t.team_id = (select app_team()) and t.id = task
        and t.project_id is not distinct from project and (t.deleted_at is not null) = is_trashed)
  then
    raise exception 'what the request was let in with holds no longer' using errcode = 'HR001';
  end if;
end $$;

-- 0, so that it can be added where the head row is updated: there it sees the row as it is under the lock.
create function same_rights(held bigint, version bigint) returns bigint language plpgsql immutable as $$
begin
  if held <> version then
    raise exception 'rights changed while the command was at work' using errcode = 'HR001';
  end if;
  return 0;
end $$;
