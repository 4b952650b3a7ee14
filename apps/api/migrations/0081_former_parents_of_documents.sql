-- A document that is restored before its parent moves to the top level. It rejoins the parent when that is restored, too.
alter table documents
  add column former_parent_id uuid,
  -- Made private by that restore only, so as not to widen its access.
  add column is_private_meanwhile boolean not null default false,
  add constraint documents_former_parent_fkey foreign key (team_id, former_parent_id) references documents (team_id, id)
    on delete set null (former_parent_id);
create index documents_of_former_parent on documents (team_id, former_parent_id) where former_parent_id is not null;
