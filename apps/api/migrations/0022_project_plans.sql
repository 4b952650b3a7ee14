-- Who leads a project, when it runs, and how it goes.
alter table projects add column lead_id uuid;
alter table projects add column start_date date;
alter table projects add column target_date date;
alter table projects add column health text check (health in ('onTrack', 'atRisk', 'offTrack'));
alter table projects add constraint projects_lead foreign key (team_id, lead_id) references memberships (team_id, user_id);
alter table projects add constraint projects_run_forward check (target_date >= start_date);
create index projects_of_lead on projects (team_id, lead_id) where lead_id is not null;
