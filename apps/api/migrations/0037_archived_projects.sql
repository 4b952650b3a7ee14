-- A project that is over is laid aside with its work: read, and not changed until it is brought back.
alter table projects add column archived_at timestamptz;
alter table projects add column archived_by uuid;
alter table projects add constraint projects_archived check (archived_at is not null or archived_by is null);
