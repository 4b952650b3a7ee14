-- With 100,000 tasks in 200 projects the roll-ups by project are as many rows as there are tasks: charts of a whole team read
-- totals by day instead, and take away the projects that the caller may not see.
create table flow_team_days (
  team_id uuid not null references teams (id),
  id uuid not null default gen_random_uuid(),
  day date not null,
  created int not null,
  done int not null,
  backlog int not null,
  unstarted int not null,
  started int not null,
  completed int not null,
  cancelled int not null,
  primary key (team_id, id)
);
alter table flow_team_days enable row level security;
alter table flow_team_days force row level security;
create policy team_rows on flow_team_days
  using (team_id = (select app_team())) with check (team_id = (select app_team()));
insert into flow_team_days (team_id, day, created, done, backlog, unstarted, started, completed, cancelled)
select team_id, day, sum(created), sum(done), sum(backlog), sum(unstarted), sum(started), sum(completed), sum(cancelled)
from flow_days group by team_id, day;
drop index flow_days_of_team;
create index flow_days_of_project on flow_days (team_id, project_id, day);

-- The category of the open span; null in the trash.
alter table task_flow add column category text;
update task_flow w set category = s.category from task_state_spans s
where s.team_id = w.team_id and s.task_id = w.task_id and s.left_at is null;
create index task_flow_started on task_flow (team_id, started_at, task_id) include (project_id) where category = 'started';
create index task_flow_open on task_flow (team_id, project_id, task_id) where category in ('backlog', 'unstarted', 'started');
drop index task_state_spans_started;
-- Which tasks moved in a period: with a filter only their spans are read.
create index task_state_spans_entered on task_state_spans (team_id, entered_at) include (task_id);

create or replace function add_flow(in_team uuid, zone text, parts flow_part[]) returns void language sql as $$
  with added as materialized (
    select p.project_id, (p.at at time zone zone)::date as day,
      coalesce(sum(p.n) filter (where p.kind = 'new'), 0)::int as created,
      coalesce(sum(p.n) filter (where p.kind = 'done'), 0)::int as done,
      coalesce(sum(p.n) filter (where p.kind = 'backlog'), 0)::int as backlog,
      coalesce(sum(p.n) filter (where p.kind = 'unstarted'), 0)::int as unstarted,
      coalesce(sum(p.n) filter (where p.kind = 'started'), 0)::int as started,
      coalesce(sum(p.n) filter (where p.kind = 'completed'), 0)::int as completed,
      coalesce(sum(p.n) filter (where p.kind = 'cancelled'), 0)::int as cancelled
    from unnest(parts) p group by p.project_id, day
  ), by_project as (
    insert into flow_days (team_id, project_id, day, created, done, backlog, unstarted, started, completed, cancelled)
    select in_team, a.* from added a
    where (a.created, a.done, a.backlog, a.unstarted, a.started, a.completed, a.cancelled) <> (0, 0, 0, 0, 0, 0, 0)
  )
  insert into flow_team_days (team_id, day, created, done, backlog, unstarted, started, completed, cancelled)
  select in_team, d.* from (
    select a.day, sum(a.created)::int as created, sum(a.done)::int as done, sum(a.backlog)::int as backlog,
      sum(a.unstarted)::int as unstarted, sum(a.started)::int as started, sum(a.completed)::int as completed,
      sum(a.cancelled)::int as cancelled
    from added a group by a.day) d
  where (d.created, d.done, d.backlog, d.unstarted, d.started, d.completed, d.cancelled) <> (0, 0, 0, 0, 0, 0, 0)
$$;

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
        case when w.task_id is null then t.project_id else w.project_id end as project_id
      from facts f join tasks t on t.team_id = one and t.id = f.task_id
      left join task_flow w on w.team_id = one and w.task_id = f.task_id
    ), made as (
      insert into task_flow (team_id, task_id, project_id, created_at, started_at, done_at, reopened_at, category)
      select one, k.task_id, k.project_id, k.created_at, k.started_at, k.done_at, k.reopened_at, k.category from known k
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

create or replace function follow_spans_changed() returns trigger language plpgsql as $$
declare
  one uuid;
  zone text;
  parts flow_part[];
begin
  for one in select distinct team_id from fresh loop
    zone := flow_zone(one);
    continue when zone is null;
    select array_agg((w.project_id, x.at, x.kind, x.n)::flow_part) into parts from (
      select f.task_id, f.entered_at as at, f.category as kind, 1 as n from fresh f where f.team_id = one
      union all select f.task_id, f.left_at, f.category, -1 from fresh f where f.team_id = one and f.left_at is not null
      union all select g.task_id, g.entered_at, g.category, -1 from gone g where g.team_id = one
      union all select g.task_id, g.left_at, g.category, 1 from gone g where g.team_id = one and g.left_at is not null) x
    join task_flow w on w.team_id = one and w.task_id = x.task_id;
    -- Tasks that went to the trash. Where another span begins, its own trigger says which.
    update task_flow w set category = null from fresh f
    where f.team_id = one and f.left_at is not null and w.team_id = one and w.task_id = f.task_id and w.category is not null
      and not exists (select from task_state_spans s where s.team_id = one and s.task_id = f.task_id and s.left_at is null);
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
  insert into task_flow as w (team_id, task_id, project_id, created_at, started_at, done_at, reopened_at, category)
  select in_team, t.id, t.project_id, min(s.entered_at), min(s.entered_at) filter (where s.category = 'started'),
    min(s.entered_at) filter (where s.category = 'completed'),
    coalesce(array_agg(s.entered_at order by s.ordinal) filter (
      where s.category in ('backlog', 'unstarted', 'started') and s.came_from = 'completed'), '{}'),
    max(s.category) filter (where s.left_at is null)
  from (
    select s.task_id, s.ordinal, s.entered_at, s.left_at, s.category,
      lag(s.category) over (partition by s.task_id order by s.ordinal) as came_from
    from task_state_spans s where s.team_id = in_team) s
  join tasks t on t.team_id = in_team and t.id = s.task_id
  group by t.id, t.project_id
  on conflict (team_id, task_id) do update set project_id = excluded.project_id, created_at = excluded.created_at,
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
