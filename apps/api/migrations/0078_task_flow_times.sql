-- Lead and cycle time in ms, in the index of completions: percentiles of two years read the index alone and compute no intervals.
alter table task_flow
  add column lead_ms bigint generated always as (round(date_part('epoch', done_at - created_at) * 1000)::bigint) stored,
  -- 0 for tasks that were completed without being started.
  add column cycle_ms bigint generated always as (case
    when started_at <= done_at then round(date_part('epoch', done_at - started_at) * 1000)::bigint
    when done_at is not null then 0 end) stored;
drop index task_flow_done;
create index task_flow_done on task_flow (team_id, done_at) include (project_id, started_at, lead_ms, cycle_ms) where done_at is not null;
