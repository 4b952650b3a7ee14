-- A task can be part of another. The link stays while the other lies in the trash, and counts again when it comes back.
alter table tasks add column parent_id uuid;
-- Order among the parts of the same task, as `position` is the order of a column.
alter table tasks add column sibling_position text collate "C";
alter table tasks add constraint tasks_parent foreign key (team_id, parent_id) references tasks (team_id, id)
  deferrable initially immediate;
alter table tasks add constraint tasks_not_own_parent check (parent_id <> id);
alter table tasks add constraint tasks_among_siblings check ((parent_id is null) = (sibling_position is null));
create index tasks_of_parent on tasks (team_id, parent_id) where parent_id is not null;
-- What went into the trash together is found, and comes back, by what took it along.
create index tasks_deleted_with on tasks (team_id, deleted_with) where deleted_with is not null;
