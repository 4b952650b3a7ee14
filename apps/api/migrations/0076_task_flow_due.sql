-- Due dates beside the times of completion: figures of due dates read one table instead of joining all tasks that are due in the period.
alter table task_flow add column due_date date, add column due_at timestamptz;
update task_flow w set due_date = t.due_date, due_at = t.due_at from tasks t
where t.team_id = w.team_id and t.id = w.task_id and (t.due_date is not null or t.due_at is not null);
create index task_flow_due_on on task_flow (team_id, due_date) where due_date is not null;
create index task_flow_due_at on task_flow (team_id, due_at) where due_at is not null;

-- Which tasks left a status in a period; `task_state_spans_entered` has those that entered one.
create index task_state_spans_left on task_state_spans (team_id, left_at) include (task_id) where left_at is not null;

create function follow_due() returns trigger language plpgsql as $$
begin
  update task_flow set due_date = new.due_date, due_at = new.due_at where team_id = new.team_id and task_id = new.id;
  return null;
end $$;
create trigger flow_of_due after update of due_date, due_at on tasks for each row
  when (old.due_date is distinct from new.due_date or old.due_at is distinct from new.due_at)
  execute function follow_due();

create or replace function follow_spans_begun() returns trigger language plpgsql as $$
declare
  one uuid;
  zone text;
  parts flow_part[];
begin
  for one in select distinct team_id from fresh loop
    zone := flow_zone(one);
    continue when zone is null;
    with facts as (
      select f.task_id, min(f.entered_at) as created_at, max(f.category) filter (where f.left_at is null) as category,
        min(f.entered_at) filter (where f.category = 'started') as started_at,
        min(f.entered_at) filter (where f.category = 'completed') as done_at,
        coalesce(array_agg(f.entered_at order by f.ordinal) filter (where f.category in ('backlog', 'unstarted', 'started')
          and exists (select from task_state_spans p where p.team_id = one and p.task_id = f.task_id
            and p.ordinal = f.ordinal - 1 and p.category = 'completed')), '{}') as reopened_at
      from fresh f where f.team_id = one group by f.task_id
    ), known as (
      select f.*, w.task_id is null as is_new, w.done_at as was_done_at,
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
      union all select k.project_id, k.created_at, 'new', 1 from known k where k.is_new
      union all select k.project_id, k.done_at, 'done', 1 from known k
        where k.done_at is not null and k.was_done_at is null) x;
    perform add_flow(one, zone, parts);
  end loop;
  return null;
end $$;

create or replace function rebuild_flow(in_team uuid) returns void language plpgsql as $$
declare zone text;
begin
  perform pg_advisory_xact_lock(hashtextextended('flow ' || in_team, 0));
  select t.time_zone into zone from teams t where t.id = in_team and t.purge_began_at is null;
  if zone is null then return; end if;
  insert into flow_heads (team_id, time_zone) values (in_team, zone)
    on conflict (team_id) do update set time_zone = excluded.time_zone;
  insert into task_flow as w (team_id, task_id, project_id, due_date, due_at, created_at, started_at, done_at, reopened_at, category)
  select in_team, t.id, t.project_id, t.due_date, t.due_at, min(s.entered_at), min(s.entered_at) filter (where s.category = 'started'),
    min(s.entered_at) filter (where s.category = 'completed'),
    coalesce(array_agg(s.entered_at order by s.ordinal) filter (
      where s.category in ('backlog', 'unstarted', 'started') and s.came_from = 'completed'), '{}'),
    max(s.category) filter (where s.left_at is null)
  from (
    select s.task_id, s.ordinal, s.entered_at, s.left_at, s.category,
      lag(s.category) over (partition by s.task_id order by s.ordinal) as came_from
    from task_state_spans s where s.team_id = in_team) s
  join tasks t on t.team_id = in_team and t.id = s.task_id
  group by t.id, t.project_id, t.due_date, t.due_at
  on conflict (team_id, task_id) do update set project_id = excluded.project_id, due_date = excluded.due_date,
    due_at = excluded.due_at, created_at = excluded.created_at,
    started_at = excluded.started_at, done_at = excluded.done_at, reopened_at = excluded.reopened_at, category = excluded.category;
  delete from flow_days where team_id = in_team;
  delete from flow_team_days where team_id = in_team;
  with meant as materialized (
    select r.* from reckon_flow(in_team, zone) r
    where (r.created, r.done, r.backlog, r.unstarted, r.started, r.completed, r.cancelled) <> (0, 0, 0, 0, 0, 0, 0)
  ), by_project as (
    insert into flow_days (team_id, project_id, day, created, done, backlog, unstarted, started, completed, cancelled)
    select in_team, m.* from meant m
  )
  insert into flow_team_days (team_id, day, created, done, backlog, unstarted, started, completed, cancelled)
  select in_team, m.day, sum(m.created), sum(m.done), sum(m.backlog), sum(m.unstarted), sum(m.started), sum(m.completed),
    sum(m.cancelled)
  from meant m group by m.day;
end $$;
