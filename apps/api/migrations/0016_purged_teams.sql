-- Deleted teams go for good once nobody can bring them back. When that begins it is noted first: from then on there is no
-- way back, and what otherwise may only be added to may be deleted.
alter table teams add column purge_began_at timestamptz check (purge_began_at is null or deleted_at is not null);
-- Nothing is left but the empty row, for as long as there are entries of its audit log: they keep to their own time.
alter table teams add column emptied_at timestamptz check (emptied_at is null or purge_began_at is not null);
create index teams_to_purge on teams (deleted_at) where deleted_at is not null;
create policy purging on teams for select using ((select app_system()) and deleted_at is not null);

grant delete on history to hearth_app;
create policy only_purged on history as restrictive for delete
  using (exists (select from teams t where t.id = team_id and t.purge_began_at is not null));

grant delete on audit_heads to hearth_app;
create policy only_purged on audit_heads as restrictive for delete using (
  exists (select from teams t where t.id = team_id and t.purge_began_at is not null)
  and not exists (select from audit_entries e where e.team_id = audit_heads.team_id));
