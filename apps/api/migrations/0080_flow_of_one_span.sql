-- A task that changes its status writes the roll-ups once instead of twice, and one task takes statements without joins: these triggers
-- were 40 % of the database's time for a move. `task_flow.category` is the category in which the roll-ups count a task. The trigger of a
-- span's begin takes the task out of it; the trigger of a span's end does that only where no span follows, i.e. in the trash.

-- Deleted with the team's other rows; checking each row locked the row of the team.
alter table flow_days drop constraint flow_days_team_id_fkey;
alter table flow_team_days drop constraint flow_team_days_team_id_fkey;

create or replace function flow_zone(in_team uuid) returns text language plpgsql as $$
declare
  -- An assignment is evaluated without a query plan, other than `perform`.
  locked text := pg_advisory_xact_lock_shared(hashtextextended('flow ' || in_team, 0));
  zone text;
  is_going boolean;
begin
  select h.time_zone, t.purge_began_at is not null into zone, is_going
  from teams t left join flow_heads h on h.team_id = t.id where t.id = in_team;
  if is_going then return null; end if;
  if zone is null then
    insert into flow_heads (team_id, time_zone) select id, time_zone from teams where id = in_team
    on conflict do nothing;
    select h.time_zone into zone from flow_heads h where h.team_id = in_team;
  end if;
  return zone;
end $$;

-- Counts a task from a day on in one category instead of another; null is none.
create function add_flow_of_one(in_team uuid, in_project uuid, on_day date, was text, becomes text, created int, done int)
returns void language plpgsql as $$
declare
  backlog int := (becomes is not distinct from 'backlog')::int - (was is not distinct from 'backlog')::int;
  unstarted int := (becomes is not distinct from 'unstarted')::int - (was is not distinct from 'unstarted')::int;
  started int := (becomes is not distinct from 'started')::int - (was is not distinct from 'started')::int;
  completed int := (becomes is not distinct from 'completed')::int - (was is not distinct from 'completed')::int;
  cancelled int := (becomes is not distinct from 'cancelled')::int - (was is not distinct from 'cancelled')::int;
begin
  if was is not distinct from becomes and created = 0 and done = 0 then return; end if;
  insert into flow_days (team_id, project_id, day, created, done, backlog, unstarted, started, completed, cancelled)
  values (in_team, in_project, on_day, created, done, backlog, unstarted, started, completed, cancelled);
  insert into flow_team_days (team_id, day, created, done, backlog, unstarted, started, completed, cancelled)
  values (in_team, on_day, created, done, backlog, unstarted, started, completed, cancelled);
end $$;

-- Returns whether the roll-ups took in the span: false without a row to add to, and for tasks back from the trash.
create function follow_one_span(s task_state_spans, zone text) returns boolean language plpgsql as $$
declare
  first_start timestamptz := case when s.category = 'started' then s.entered_at end;
  first_done timestamptz := case when s.category = 'completed' then s.entered_at end;
  goal uuid;
  flow record;
  is_done int := 0;
begin
  if s.ordinal = 1 then
    insert into task_flow as w (team_id, task_id, project_id, created_at, started_at, done_at, category, due_date, due_at)
    select s.team_id, s.task_id, t.project_id, s.entered_at, first_start, first_done, s.category, t.due_date, t.due_at
    from tasks t where t.team_id = s.team_id and t.id = s.task_id
    on conflict do nothing returning w.project_id into goal;
    if not found then return false; end if;
    is_done := (s.category = 'completed')::int;
    perform add_flow_of_one(s.team_id, goal, (s.entered_at at time zone zone)::date, null, s.category, 1, is_done);
    return true;
  end if;
  select w.project_id, w.category, w.started_at, w.done_at into flow from task_flow w
  where w.team_id = s.team_id and w.task_id = s.task_id and w.category is not null;
  if not found then return false; end if;
  if flow.category = s.category then return true; end if;
  if flow.category = 'completed' or first_start is not null and flow.started_at is null or first_done is not null and flow.done_at is null then
    is_done := (first_done is not null and flow.done_at is null)::int;
    update task_flow w set category = s.category, started_at = least(w.started_at, first_start), done_at = least(w.done_at, first_done),
      reopened_at = case when flow.category = 'completed' and s.category in ('backlog', 'unstarted', 'started')
        then w.reopened_at || s.entered_at else w.reopened_at end
    where w.team_id = s.team_id and w.task_id = s.task_id;
  else
    update task_flow w set category = s.category where w.team_id = s.team_id and w.task_id = s.task_id;
  end if;
  perform add_flow_of_one(s.team_id, flow.project_id, (s.entered_at at time zone zone)::date, flow.category, s.category, 0, is_done);
  return true;
end $$;

create or replace function follow_spans_begun() returns trigger language plpgsql as $$
declare
  one uuid;
  zone text;
  parts flow_part[];
  first task_state_spans;
  spans int;
begin
  select f.team_id, f.task_id, f.entered_at, f.status_id, f.category, f.left_at, f.entered_by, f.ordinal into first from fresh f limit 1;
  select count(*) into spans from (select from fresh limit 2) x;
  if spans = 1 and first.left_at is null then
    zone := flow_zone(first.team_id);
    if zone is null then return null; end if;
    if follow_one_span(first, zone) then return null; end if;
  end if;
  for one in select distinct team_id from fresh loop
    zone := flow_zone(one);
    continue when zone is null;
    with facts as (
      select f.task_id, min(f.entered_at) as created_at, max(f.category) filter (where f.left_at is null) as category,
        max(f.entered_at) filter (where f.left_at is null) as open_at,
        min(f.entered_at) filter (where f.category = 'started') as started_at,
        min(f.entered_at) filter (where f.category = 'completed') as done_at,
        coalesce(array_agg(f.entered_at order by f.ordinal) filter (where f.category in ('backlog', 'unstarted', 'started')
          and exists (select from task_state_spans p where p.team_id = one and p.task_id = f.task_id
            and p.ordinal = f.ordinal - 1 and p.category = 'completed')), '{}') as reopened_at
      from fresh f where f.team_id = one group by f.task_id
    ), known as (
      select f.*, w.task_id is null as is_new, w.done_at as was_done_at, w.category as was_category,
        case when w.task_id is null then t.project_id else w.project_id end as project_id, t.due_date, t.due_at
      from facts f join tasks t on t.team_id = one and t.id = f.task_id
      left join task_flow w on w.team_id = one and w.task_id = f.task_id
    ), made as (
      insert into task_flow (team_id, task_id, project_id, created_at, started_at, done_at, reopened_at, category, due_date, due_at)
      select one, k.task_id, k.project_id, k.created_at, k.started_at, k.done_at, k.reopened_at, k.category, k.due_date, k.due_at
      from known k
      where k.is_new
    ), kept as (
      update task_flow w set started_at = least(w.started_at, k.started_at), done_at = least(w.done_at, k.done_at),
        reopened_at = w.reopened_at || k.reopened_at, category = coalesce(k.category, w.category)
      from known k where w.team_id = one and w.task_id = k.task_id and not k.is_new
        and (w.started_at is null and k.started_at is not null or w.done_at is null and k.done_at is not null
          or cardinality(k.reopened_at) > 0 or w.category is distinct from coalesce(k.category, w.category))
    )
    select array_agg((x.project_id, x.at, x.kind, x.n)::flow_part) into parts from (
      select k.project_id, f.entered_at as at, f.category as kind, 1 as n
        from fresh f join known k on k.task_id = f.task_id where f.team_id = one
      union all select k.project_id, f.left_at, f.category, -1
        from fresh f join known k on k.task_id = f.task_id where f.team_id = one and f.left_at is not null
      union all select k.project_id, k.open_at, k.was_category, -1 from known k
        where k.open_at is not null and k.was_category is not null
      union all select k.project_id, k.created_at, 'new', 1 from known k where k.is_new
      union all select k.project_id, k.done_at, 'done', 1 from known k
        where k.done_at is not null and k.was_done_at is null) x;
    perform add_flow(one, zone, parts);
  end loop;
  return null;
end $$;

create or replace function follow_spans_changed() returns trigger language plpgsql as $$
declare
  one uuid;
  zone text;
  parts flow_part[];
  -- The tasks whose open span only ended, and which stand in a following one, are left out.
  tasks uuid[];
begin
  select array_agg(f.task_id) into tasks
  from fresh f join gone g on g.team_id = f.team_id and g.task_id = f.task_id and g.ordinal = f.ordinal
  where g.left_at is not null or f.left_at is null or (f.entered_at, f.category) <> (g.entered_at, g.category)
    or not exists (
      select from task_state_spans n where n.team_id = f.team_id and n.task_id = f.task_id and n.ordinal = f.ordinal + 1);
  if tasks is null then return null; end if;
  for one in select distinct team_id from fresh loop
    zone := flow_zone(one);
    continue when zone is null;
    select array_agg((w.project_id, x.at, x.kind, x.n)::flow_part) into parts from (
      select f.task_id, f.entered_at as at, f.category as kind, 1 as n from fresh f where f.team_id = one
      union all select f.task_id, f.left_at, f.category, -1 from fresh f where f.team_id = one and f.left_at is not null
      union all select g.task_id, g.entered_at, g.category, -1 from gone g where g.team_id = one
      union all select g.task_id, g.left_at, g.category, 1 from gone g where g.team_id = one and g.left_at is not null) x
    join task_flow w on w.team_id = one and w.task_id = x.task_id
    where x.task_id = any (tasks);
    -- Tasks that went to the trash. Where another span begins, its own trigger says which.
    update task_flow w set category = null from fresh f
    where f.team_id = one and f.left_at is not null and w.team_id = one and w.task_id = f.task_id and w.category is not null
      and not exists (select from task_state_spans s where s.team_id = one and s.task_id = f.task_id and s.left_at is null);
    perform add_flow(one, zone, parts);
  end loop;
  return null;
end $$;
