-- A project that shows a new team what the product does. With its tasks it counts towards no limit until somebody adds to it:
-- from then on it is one like any other, and never a sample again.
alter table projects add column is_sample boolean not null default false;
create index projects_sample on projects (team_id) where is_sample;
