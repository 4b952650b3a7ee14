-- The audit trail becomes a chain: each entry has a number, and a hash over the one before, its number and its own content.
-- The head says where the chain stands, and where it begins since old entries were removed.
create table audit_heads (
  team_id uuid primary key references teams (id),
  last_number bigint not null default 0,
  last_hash bytea not null,
  pruned_to bigint not null default 0,
  pruned_hash bytea not null
);
alter table audit_heads enable row level security;
alter table audit_heads force row level security;
create policy team_rows on audit_heads using (team_id = (select app_team())) with check (team_id = (select app_team()));
create policy pruning on audit_heads using ((select app_system())) with check ((select app_system()));
revoke delete on audit_heads from hearth_app;

alter table audit_entries add column number bigint;
alter table audit_entries add column hash bytea;
-- What the thing was called then. People are named by their id only, so that the trail need not be rewritten when one goes.
alter table audit_entries add column object_name text;
-- The network that it came from, not the device: /24, or /48 of IPv6.
alter table audit_entries add column address text;
alter table audit_entries add column request_id text;
alter table audit_entries add column token_id uuid;
-- As the plan was when it was written: a smaller plan later takes nothing away early.
alter table audit_entries add column keep_days integer not null default 30;

-- sha256(hash before, number, digest of the content); platform/audit/entry.ts has the same.
create function audit_hash(before bytea, number bigint, digest bytea) returns bytea language sql immutable parallel safe
  as $$ select sha256(before || int8send(number) || digest) $$;

-- Old entries may go, in transactions of the system only; nothing younger than a month ever does. A restrictive policy
-- holds whatever other policies allow.
grant delete on audit_entries to hearth_app;
create policy pruning on audit_entries for delete using ((select app_system()));
create policy pruning_reads on audit_entries for select using ((select app_system()));
create policy only_old on audit_entries as restrictive for delete
  using ((select app_system()) and at < now() - interval '29 days');

-- Entries from before the chain take their place in it. Their content as text, as platform/audit/entry.ts writes it.
do $$
declare
  old record;
  last record;
  digest bytea;
begin
  -- Whoever owns the tables may be under row level security, too.
  perform set_config('app.system', 'on', true);
  insert into audit_heads (team_id, last_hash, pruned_hash)
    select team_id, decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex') from team_heads;
  for old in select * from audit_entries order by team_id, at, id loop
    perform set_config('app.team', old.team_id::text, true);
    select * into strict last from audit_heads where team_id = old.team_id;
    digest := sha256(convert_to('[1,' || concat_ws(',', to_json(old.team_id),
      to_json(to_char(old.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), coalesce(to_json(old.actor)::text, 'null'),
      to_json(old.act), to_json(old.object), coalesce(to_json(old.object_id)::text, 'null'), 'null',
      coalesce((select '{' || string_agg(to_json(key)::text || ':' || value::text, ',' order by key collate "C") || '}'
        from jsonb_each(old.details)), '{}'),
      'null', 'null', 'null') || ']', 'UTF8'));
    update audit_entries set number = last.last_number + 1, hash = audit_hash(last.last_hash, last.last_number + 1, digest)
      where team_id = old.team_id and id = old.id;
    update audit_heads set last_number = last.last_number + 1,
      last_hash = audit_hash(last.last_hash, last.last_number + 1, digest) where team_id = old.team_id;
  end loop;
  perform set_config('app.system', '', true), set_config('app.team', '', true);
end $$;

alter table audit_entries alter column number set not null;
alter table audit_entries alter column hash set not null;
-- The number is an entry's name from here on.
alter table audit_entries drop constraint audit_entries_pkey;
alter table audit_entries alter column id drop not null;
alter table audit_entries add primary key (team_id, number);
create index audit_entries_of_actor on audit_entries (team_id, actor, number);
create index audit_entries_of_object on audit_entries (team_id, object_id, number);
create index audit_entries_of_act on audit_entries (team_id, act, number);

-- Appends entries to a team's chain. Holds its head until the transaction ends, so numbers are in the order of commits.
create function append_audit(in_team uuid, entries jsonb) returns bigint language plpgsql as $$
declare
  head audit_heads;
  entry record;
  days integer;
begin
  select * into head from audit_heads where team_id = in_team for update;
  if not found then
    insert into audit_heads (team_id, last_hash, pruned_hash)
      values (in_team, decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex')) on conflict do nothing;
    select * into strict head from audit_heads where team_id = in_team for update;
  end if;
  select case when t.plan = 'pro' and (t.paid_until is null or t.paid_until + interval '7 days' > now()) then 365 else 30 end
    into strict days from teams t where t.id = in_team;
  for entry in select * from jsonb_to_recordset(entries) as e (act text, object text, object_id uuid, object_name text,
    details jsonb, actor uuid, at timestamptz, address text, request_id text, token_id uuid, digest text) loop
    head.last_number := head.last_number + 1;
    head.last_hash := audit_hash(head.last_hash, head.last_number, decode(entry.digest, 'hex'));
    insert into audit_entries (team_id, number, hash, act, object, object_id, object_name, details, actor, at, address,
      request_id, token_id, keep_days)
    values (in_team, head.last_number, head.last_hash, entry.act, entry.object, entry.object_id, entry.object_name,
      entry.details, entry.actor, entry.at, entry.address, entry.request_id, entry.token_id, days);
  end loop;
  update audit_heads set last_number = head.last_number, last_hash = head.last_hash where team_id = in_team;
  return head.last_number;
end $$;
