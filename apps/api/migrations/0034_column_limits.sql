-- How many open tasks a project wants in a status at most, by the ids of statuses. It warns and never refuses: what is
-- kept for a status that is not there any more says nothing.
alter table projects add column limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object');
