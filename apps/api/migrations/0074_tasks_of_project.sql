-- Lists of a project, the newest first, without the tasks of other projects between them.
create index tasks_of_project on tasks (team_id, project_id, number) where deleted_at is null;
