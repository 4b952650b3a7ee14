-- Requests run as this role, under row level security. Roles belong to the whole cluster: another database,
-- or another start at the same moment, may have made it already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'hearth_app') then
    create role hearth_app nologin nosuperuser nobypassrls noinherit nocreatedb nocreaterole;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;

-- Whoever connects must be able to become the role. A superuser can already.
do $$
begin
  if not pg_has_role(current_user, 'hearth_app', 'member') then
    execute format('grant hearth_app to %I', current_user);
  end if;
end
$$;

revoke create on schema public from public;
grant usage on schema public to hearth_app;
alter default privileges in schema public grant select, insert, update, delete on tables to hearth_app;
alter default privileges in schema public grant usage, select on sequences to hearth_app;

-- The team, person and kind of the transaction. Policies use them as `(select app_team())`: the sub-select is
-- evaluated once a statement and can be used as an index condition.
create function app_team() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.team', true), '')::uuid $$;

create function app_user() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.user', true), '')::uuid $$;

create function app_system() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.system', true), '') = 'on' $$;
