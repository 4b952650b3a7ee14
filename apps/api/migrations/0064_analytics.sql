-- Whether a time zone is one that the database knows.
create function is_zone(name text) returns boolean language plpgsql stable as $$
begin
  perform now() at time zone name;
  return name is not null;
exception when invalid_parameter_value then
  return false;
end $$;

-- Whose days figures are of, and on which of them there is work.
alter table teams
  add column time_zone text not null default 'UTC',
  add column working_days int[] not null default '{1,2,3,4,5}'
    check (cardinality(working_days) between 1 and 7 and working_days <@ '{1,2,3,4,5,6,7}'),
  add column holidays text[] not null default '{}' check (cardinality(holidays) <= 400);
update teams t set time_zone = u.time_zone from users u where u.id = t.created_by and is_zone(u.time_zone);

-- When each task began to be worked on, and when it was first done: out of its spans, kept by their triggers. A task counts
-- with all its past in the project that it is in.
create table task_flow (
  team_id uuid not null,
  task_id uuid not null,
  project_id uuid,
  created_at timestamptz not null,
  started_at timestamptz,
  done_at timestamptz,
  -- Each time that it went from a completed state back to an open one.
  reopened_at timestamptz[] not null default '{}',
  primary key (team_id, task_id),
  foreign key (team_id, task_id) references tasks (team_id, id)
);
create index task_flow_done on task_flow (team_id, done_at) include (project_id, created_at, started_at)
  where done_at is not null;
create index task_flow_created on task_flow (team_id, created_at);
create index task_flow_reopened on task_flow (team_id) where cardinality(reopened_at) > 0;
create index task_state_spans_started on task_state_spans (team_id, entered_at) where left_at is null and category = 'started';
create index tasks_due_on on tasks (team_id, due_date) where due_date is not null;
create index tasks_due_at on tasks (team_id, due_at) where due_at is not null;
-- Which tasks were ever moved between projects or cycles, and when.
create index history_of_moves on history (team_id, field, entity_id, seq) where entity = 'task' and field in ('projectId', 'cycleId');

-- Under which zone the roll-ups of a team are kept; another than the team's until they are made anew.
create table flow_heads (
  team_id uuid primary key references teams (id),
  time_zone text not null,
  checked_at timestamptz
);

-- Roll-ups: what each day added, by project; the sum of a day's rows counts. Each change adds rows of its own, so that no
-- two commands wait for each other; a nightly job checks them against the spans and puts a day's rows together.
create table flow_days (
  team_id uuid not null references teams (id),
  id uuid not null default gen_random_uuid(),
  project_id uuid,
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
create index flow_days_of_team on flow_days (team_id, day);

create table annotations (
  team_id uuid not null references teams (id),
  id uuid not null,
  project_id uuid,
  day date not null,
  text text not null,
  created_by uuid references users (id),
  created_at timestamptz not null,
  primary key (team_id, id),
  foreign key (team_id, project_id) references projects (team_id, id)
);
create index annotations_of_team on annotations (team_id, day, id);

-- Forecasts that were told; what came of them is read from what was done: one a day for each question about the work that is open there.
create table forecasts (
  team_id uuid not null references teams (id),
  id uuid not null,
  project_id uuid,
  cycle_id uuid,
  as_of date not null,
  tasks int not null,
  p50 date not null,
  p85 date not null,
  p95 date not null,
  made_at timestamptz not null,
  primary key (team_id, id),
  unique nulls not distinct (team_id, project_id, cycle_id, as_of, tasks),
  foreign key (team_id, project_id) references projects (team_id, id)
);
create index forecasts_by_day on forecasts (team_id, as_of);

do $$
declare name text;
begin
  foreach name in array array['task_flow', 'flow_heads', 'flow_days', 'annotations', 'forecasts'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy team_rows on %I using (team_id = (select app_team())) with check (team_id = (select app_team()))', name);
  end loop;
end $$;

-- The zone of a team's roll-ups; null while the team is being purged. Until the transaction ends they are not made anew:
-- the lock is of the kind that only whoever rebuilds them excludes.
create function flow_zone(in_team uuid) returns text language plpgsql as $$
declare
  zone text;
  is_going boolean;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('flow ' || in_team, 0));
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

-- What spans and firsts add to days: entering a state adds to it from that day on, leaving takes away.
create type flow_part as (project_id uuid, at timestamptz, kind text, n int);
create function add_flow(in_team uuid, zone text, parts flow_part[]) returns void language sql as $$
  insert into flow_days (team_id, project_id, day, created, done, backlog, unstarted, started, completed, cancelled)
  select * from (
    select in_team, p.project_id, (p.at at time zone zone)::date as day,
      coalesce(sum(p.n) filter (where p.kind = 'new'), 0)::int as created,
      coalesce(sum(p.n) filter (where p.kind = 'done'), 0)::int as done,
      coalesce(sum(p.n) filter (where p.kind = 'backlog'), 0)::int as backlog,
      coalesce(sum(p.n) filter (where p.kind = 'unstarted'), 0)::int as unstarted,
      coalesce(sum(p.n) filter (where p.kind = 'started'), 0)::int as started,
      coalesce(sum(p.n) filter (where p.kind = 'completed'), 0)::int as completed,
      coalesce(sum(p.n) filter (where p.kind = 'cancelled'), 0)::int as cancelled
    from unnest(parts) p group by p.project_id, day) d
  where (d.created, d.done, d.backlog, d.unstarted, d.started, d.completed, d.cancelled) <> (0, 0, 0, 0, 0, 0, 0)
$$;

create function follow_spans_begun() returns trigger language plpgsql as $$
declare
  one uuid;
  zone text;
  parts flow_part[];
begin
  for one in select distinct team_id from fresh loop
    zone := flow_zone(one);
    continue when zone is null;
    with facts as (
      select f.task_id, min(f.entered_at) as created_at,
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
      insert into task_flow (team_id, task_id, project_id, created_at, started_at, done_at, reopened_at)
      select one, k.task_id, k.project_id, k.created_at, k.started_at, k.done_at, k.reopened_at from known k
      where k.is_new
    ), kept as (
      update task_flow w set started_at = least(w.started_at, k.started_at), done_at = least(w.done_at, k.done_at),
        reopened_at = w.reopened_at || k.reopened_at
      from known k where w.team_id = one and w.task_id = k.task_id and not k.is_new
        and (w.started_at is null and k.started_at is not null or w.done_at is null and k.done_at is not null
          or cardinality(k.reopened_at) > 0)
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

create function follow_spans_changed() returns trigger language plpgsql as $$
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
    perform add_flow(one, zone, parts);
  end loop;
  return null;
end $$;

create function follow_spans_ended() returns trigger language plpgsql as $$
declare
  one uuid;
  zone text;
  parts flow_part[];
begin
  for one in select distinct team_id from gone loop
    zone := flow_zone(one);
    continue when zone is null;
    select array_agg((w.project_id, x.at, x.kind, x.n)::flow_part) into parts from (
      select g.task_id, g.entered_at as at, g.category as kind, -1 as n from gone g where g.team_id = one
      union all select g.task_id, g.left_at, g.category, 1 from gone g where g.team_id = one and g.left_at is not null) x
    join task_flow w on w.team_id = one and w.task_id = x.task_id;
    perform add_flow(one, zone, parts);
  end loop;
  return null;
end $$;

create function follow_flow_ended() returns trigger language plpgsql as $$
declare
  one uuid;
  zone text;
  parts flow_part[];
begin
  for one in select distinct team_id from gone loop
    zone := flow_zone(one);
    continue when zone is null;
    select array_agg((x.project_id, x.at, x.kind, -1)::flow_part) into parts from (
      select g.project_id, g.created_at as at, 'new' as kind from gone g where g.team_id = one
      union all select g.project_id, g.done_at, 'done' from gone g where g.team_id = one and g.done_at is not null) x;
    perform add_flow(one, zone, parts);
  end loop;
  return null;
end $$;

-- Takes all that a task ever was out of one project and into another. Runs when the transaction commits, after what its
-- statements did to spans.
create function follow_move() returns trigger language plpgsql as $$
declare
  was task_flow;
  goal uuid;
  zone text;
  parts flow_part[];
begin
  zone := flow_zone(new.team_id);
  if zone is null then return null; end if;
  select * into was from task_flow w where w.team_id = new.team_id and w.task_id = new.id;
  if not found then return null; end if;
  select project_id into goal from tasks where team_id = new.team_id and id = new.id;
  if goal is not distinct from was.project_id then return null; end if;
  select array_agg((side.project_id, x.at, x.kind, x.n * side.sign)::flow_part) into parts from (
    select s.entered_at as at, s.category as kind, 1 as n from task_state_spans s
      where s.team_id = new.team_id and s.task_id = new.id
    union all select s.left_at, s.category, -1 from task_state_spans s
      where s.team_id = new.team_id and s.task_id = new.id and s.left_at is not null
    union all select was.created_at, 'new', 1
    union all select was.done_at, 'done', 1 where was.done_at is not null) x
  cross join (values (was.project_id, -1), (goal, 1)) side (project_id, sign);
  perform add_flow(new.team_id, zone, parts);
  update task_flow set project_id = goal where team_id = new.team_id and task_id = new.id;
  return null;
end $$;

-- What a team's roll-ups ought to be, out of its spans.
create function reckon_flow(in_team uuid, zone text)
returns table (project_id uuid, day date, created int, done int, backlog int, unstarted int, started int, completed int, cancelled int)
language sql stable as $$
  select x.project_id, (x.at at time zone zone)::date as day,
    coalesce(sum(x.n) filter (where x.kind = 'new'), 0)::int, coalesce(sum(x.n) filter (where x.kind = 'done'), 0)::int,
    coalesce(sum(x.n) filter (where x.kind = 'backlog'), 0)::int, coalesce(sum(x.n) filter (where x.kind = 'unstarted'), 0)::int,
    coalesce(sum(x.n) filter (where x.kind = 'started'), 0)::int, coalesce(sum(x.n) filter (where x.kind = 'completed'), 0)::int,
    coalesce(sum(x.n) filter (where x.kind = 'cancelled'), 0)::int
  from (
    select t.project_id, s.entered_at as at, s.category as kind, 1 as n
      from task_state_spans s join tasks t on t.team_id = s.team_id and t.id = s.task_id where s.team_id = in_team
    union all select t.project_id, s.left_at, s.category, -1
      from task_state_spans s join tasks t on t.team_id = s.team_id and t.id = s.task_id
      where s.team_id = in_team and s.left_at is not null
    union all select t.project_id, min(s.entered_at), 'new', 1
      from task_state_spans s join tasks t on t.team_id = s.team_id and t.id = s.task_id
      where s.team_id = in_team group by t.project_id, s.task_id
    union all select t.project_id, min(s.entered_at), 'done', 1
      from task_state_spans s join tasks t on t.team_id = s.team_id and t.id = s.task_id
      where s.team_id = in_team and s.category = 'completed' group by t.project_id, s.task_id) x
  group by 1, 2
$$;

-- Makes a team's firsts and roll-ups anew, in the team's present zone.
create function rebuild_flow(in_team uuid) returns void language plpgsql as $$
declare zone text;
begin
  perform pg_advisory_xact_lock(hashtextextended('flow ' || in_team, 0));
  select t.time_zone into zone from teams t where t.id = in_team and t.purge_began_at is null;
  if zone is null then return; end if;
  insert into flow_heads (team_id, time_zone) values (in_team, zone)
    on conflict (team_id) do update set time_zone = excluded.time_zone;
  insert into task_flow as w (team_id, task_id, project_id, created_at, started_at, done_at, reopened_at)
  select in_team, t.id, t.project_id, min(s.entered_at), min(s.entered_at) filter (where s.category = 'started'),
    min(s.entered_at) filter (where s.category = 'completed'),
    coalesce(array_agg(s.entered_at order by s.ordinal) filter (
      where s.category in ('backlog', 'unstarted', 'started') and s.came_from = 'completed'), '{}')
  from (
    select s.task_id, s.ordinal, s.entered_at, s.category,
      lag(s.category) over (partition by s.task_id order by s.ordinal) as came_from
    from task_state_spans s where s.team_id = in_team) s
  join tasks t on t.team_id = in_team and t.id = s.task_id
  group by t.id, t.project_id
  on conflict (team_id, task_id) do update set project_id = excluded.project_id, created_at = excluded.created_at,
    started_at = excluded.started_at, done_at = excluded.done_at, reopened_at = excluded.reopened_at;
  delete from flow_days where team_id = in_team;
  insert into flow_days (team_id, project_id, day, created, done, backlog, unstarted, started, completed, cancelled)
  select in_team, r.* from reckon_flow(in_team, zone) r
  where (r.created, r.done, r.backlog, r.unstarted, r.started, r.completed, r.cancelled) <> (0, 0, 0, 0, 0, 0, 0);
end $$;

-- What is there already.
do $$
declare one uuid;
begin
  for one in select id from teams where purge_began_at is null loop
    perform rebuild_flow(one);
  end loop;
end $$;

create trigger flow_of_begun after insert on task_state_spans
  referencing new table as fresh for each statement execute function follow_spans_begun();
create trigger flow_of_changed after update on task_state_spans
  referencing old table as gone new table as fresh for each statement execute function follow_spans_changed();
create trigger flow_of_ended after delete on task_state_spans
  referencing old table as gone for each statement execute function follow_spans_ended();
create trigger flow_ended after delete on task_flow
  referencing old table as gone for each statement execute function follow_flow_ended();
create constraint trigger flow_of_moved after update of project_id on tasks
  deferrable initially deferred for each row when (old.project_id is distinct from new.project_id)
  execute function follow_move();
