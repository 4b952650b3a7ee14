-- A private project is there only for people who were given a right on it, whatever their role in the team.
alter table projects add column is_private boolean not null default false;
create index projects_private on projects (team_id, id) where is_private;
