-- The daily mail about one's overdue work: at which hour, and by the clock of which place where the account names none;
-- null = it is switched off.
alter table users add column digest_hour smallint check (digest_hour between 0 and 23);
alter table users add column digest_zone text;
-- When the next one is due, and the latest day of the person's own that had one: no day has two.
alter table users add column digest_at timestamptz;
alter table users add column digested_on date;
alter table users add constraint users_digest
  check ((digest_hour is null) = (digest_zone is null) and (digest_hour is not null or digest_at is null));
