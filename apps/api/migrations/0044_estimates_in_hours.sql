-- What the estimates of a team count; the numbers stay when it is changed.
alter table teams add column estimate_unit text not null default 'points' check (estimate_unit in ('points', 'hours'));

-- Quarters: a quarter of an hour, or of a point. Exact as floating point.
alter table tasks drop constraint tasks_estimate_check;
alter table tasks alter column estimate type double precision;
alter table tasks add constraint tasks_estimate_check
  check (estimate between 0 and 999 and estimate * 4 = floor(estimate * 4));
