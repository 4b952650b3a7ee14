-- One row: which unbroken history the teams' logs belong to. Numbers of a log mean something only together with it: after
-- a restore from a backup the same numbers are given again, to other changes.
create table log_epoch (
  only_row boolean primary key default true check (only_row),
  epoch uuid not null default gen_random_uuid(),
  -- Before the first, readers that know no epoch are right.
  restores integer not null default 0 check (restores >= 0),
  -- Of the embedded database: what stands in the file beside its folder for as long as nothing is restored.
  opening text
);
insert into log_epoch default values;
revoke insert, update, delete on log_epoch from hearth_app;
