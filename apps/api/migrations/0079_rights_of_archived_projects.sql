-- Permissions include the archived projects of a team. An import inserts projects that are already archived, so permissions that were read
-- before it are outdated.
drop trigger rights_of_new_projects on projects;
create constraint trigger rights_of_new_projects after insert on projects
  deferrable initially deferred for each row when (new.is_private or new.archived_at is not null)
  execute function raise_rights();
