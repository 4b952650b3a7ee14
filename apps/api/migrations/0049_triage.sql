-- A project may have its incoming work wait until somebody takes it in: since when a task waits, and until which day it is
-- put off there, {"since": "2026-11-20T09:30:00.000Z", "until": null}.
alter table projects add column has_triage boolean not null default false;
alter table tasks add column triage jsonb check (jsonb_typeof(triage) = 'object' and triage ? 'since' and triage ? 'until');
alter table tasks add constraint tasks_wait_in_projects check (triage is null or project_id is not null);
create index tasks_in_triage on tasks (team_id, project_id) where triage is not null;
