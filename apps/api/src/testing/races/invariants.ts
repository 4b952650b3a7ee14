import { sql } from 'kysely';
import { asOwner, type Db } from '#platform/db/index.ts';

/**
 * Invariants of a team's rows when no write is in progress. Each is a query that finds violations. The queries read the tables directly and
 * share no code with the writers.
 */
const BROKEN: Record<string, (teamId: string) => ReturnType<typeof sql>> = {
  'a counter differs from the number of rows': (teamId) => sql`
    select u.resource, u.n, c.n as counted from team_usage u join (
      select 'tasks' as resource, count(*) as n from tasks t left join projects p on p.team_id = t.team_id and p.id = t.project_id
        where t.team_id = ${teamId} and t.deleted_at is null and p.is_sample is not true
      union all select 'projects', count(*) from projects where team_id = ${teamId} and deleted_at is null and not is_sample
      union all select 'documents', count(*) from documents where team_id = ${teamId} and deleted_at is null
      union all select 'collaborators', count(*) from memberships m
        where m.team_id = ${teamId} and m.removed_at is null and m.view_only_since is null and (m.role <> 'guest' or exists (
          select from project_grants g join projects p on p.team_id = g.team_id and p.id = g.project_id
          where g.team_id = m.team_id and g.user_id = m.user_id and g.level in ('edit', 'manage') and p.deleted_at is null)
          or exists (select from document_grants g join documents d on d.team_id = g.team_id and d.id = g.document_id
          where g.team_id = m.team_id and g.user_id = m.user_id and g.level in ('edit', 'manage') and d.deleted_at is null))
    ) c on c.resource = u.resource and c.n <> u.n
    where u.team_id = ${teamId}`,
  'state spans of a task have a gap, overlap, or are not numbered consecutively': (teamId) => sql`
    select * from (
      select task_id, ordinal, entered_at, lag(left_at) over by_task as before, lag(ordinal) over by_task as last_ordinal
      from task_state_spans where team_id = ${teamId} window by_task as (partition by task_id order by ordinal)
    ) s where ordinal <> coalesce(last_ordinal, 0) + 1
      or (last_ordinal is not null and (before is null or before > entered_at))`,
  'the state of a live task differs from its open span': (teamId) => sql`
    select t.id, t.status_id, s.status_id as in_span, s.category, c.category as in_status from tasks t
    join statuses c on c.team_id = t.team_id and c.id = t.status_id
    left join task_state_spans s on s.team_id = t.team_id and s.task_id = t.id and s.left_at is null
    where t.team_id = ${teamId} and t.deleted_at is null
      and (s.status_id is distinct from t.status_id or s.category is distinct from c.category)`,
  'a task in the trash has an open span': (teamId) => sql`
    select t.id from tasks t join task_state_spans s on s.team_id = t.team_id and s.task_id = t.id and s.left_at is null
    where t.team_id = ${teamId} and t.deleted_at is not null`,
  'a closed task has no closing time, or an open task has one': (teamId) => sql`
    select t.id from tasks t join statuses s on s.team_id = t.team_id and s.id = t.status_id
    where t.team_id = ${teamId} and t.deleted_at is null
      and (s.category in ('completed', 'cancelled')) <> (t.closed_at is not null)`,
  'seqs have a gap, or the head is not the last seq': (teamId) => sql`
    select h.seq, l.last, l.count from team_heads h, (
      select coalesce(max(seq), 0) as last, count(distinct seq) as count from changes where team_id = ${teamId}) l
    where h.team_id = ${teamId} and (h.seq <> l.last or l.last <> l.count)`,
  'changes of one seq have a gap or different actors': (teamId) => sql`
    select seq from changes where team_id = ${teamId} group by seq
    having max(ordinal) <> count(*) - 1 or count(distinct actor) > 1 or count(distinct at) > 1`,
  // Count deleted tasks, too: undoing a completion deletes the next task of the series, and its number is not reused.
  'numbers of tasks have a gap': (teamId) => sql`
    select h.last_task_number, c.count from team_heads h, (
      select (select count(*) from tasks where team_id = ${teamId}) + (
        select count(distinct entity_id) from changes g where g.team_id = ${teamId} and g.entity = 'task' and g.op = 'delete'
          and not exists (select from tasks t where t.team_id = g.team_id and t.id = g.entity_id)) as count) c
    where h.team_id = ${teamId} and h.last_task_number <> c.count`,
  'a person is assigned to a task that they may not see': (teamId) => sql`
    select a.task_id, a.user_id, m.role, m.removed_at from task_assignees a
    join tasks t on t.team_id = a.team_id and t.id = a.task_id
    join memberships m on m.team_id = a.team_id and m.user_id = a.user_id
    left join projects p on p.team_id = t.team_id and p.id = t.project_id
    left join project_grants g on g.team_id = a.team_id and g.user_id = a.user_id and g.project_id = t.project_id
    where a.team_id = ${teamId} and (m.removed_at is not null
      or (g.level is null and (m.role = 'guest' or coalesce(p.is_private, false))))`,
  'a person watches a task that they may not see': (teamId) => sql`
    select w.task_id, w.user_id, m.role, m.removed_at from task_watchers w
    join tasks t on t.team_id = w.team_id and t.id = w.task_id
    join memberships m on m.team_id = w.team_id and m.user_id = w.user_id
    left join projects p on p.team_id = t.team_id and p.id = t.project_id
    left join project_grants g on g.team_id = w.team_id and g.user_id = w.user_id and g.project_id = t.project_id
    where w.team_id = ${teamId} and (m.removed_at is not null
      or (g.level is null and (m.role = 'guest' or coalesce(p.is_private, false))))`,
  'a person has a favourite that they may not see': (teamId) => sql`
    select f.id, f.user_id, m.role, m.removed_at from favourites f
    join memberships m on m.team_id = f.team_id and m.user_id = f.user_id
    left join views v on v.team_id = f.team_id and v.id = f.view_id
    left join projects p on p.team_id = f.team_id and p.id = coalesce(f.project_id, v.project_id)
    left join project_grants g on g.team_id = f.team_id and g.user_id = f.user_id and g.project_id = p.id
    where f.team_id = ${teamId} and (m.removed_at is not null or (v.is_private and v.created_by <> f.user_id)
      or (g.level is null and (m.role = 'guest' or coalesce(p.is_private, false))))`,
  'the log does not result in the existing tasks': (teamId) => sql`
    select l.entity_id, l.op, l.data, t.id from (
      select distinct on (entity_id) entity_id, op, data from changes
      where team_id = ${teamId} and entity = 'task' order by entity_id, seq desc, ordinal desc
    ) l full join (
      select t.id, t.title, t.status_id, t.project_id, t.position, t.custom, t.type_id::text as type, coalesce(p.key, k.key) || '-' || t.number as key,
        (select coalesce(json_agg(a.user_id order by a.user_id), '[]') from task_assignees a
          where a.team_id = t.team_id and a.task_id = t.id)::jsonb as assignees,
        (select coalesce(json_agg(w.user_id order by w.user_id), '[]') from task_watchers w
          where w.team_id = t.team_id and w.task_id = t.id and w.stopped_at is null)::jsonb as watchers,
        (select coalesce(json_agg(x.label_id order by x.label_id), '[]') from task_labels x
          where x.team_id = t.team_id and x.task_id = t.id)::jsonb as labels,
        (select u.id from tasks u where u.team_id = t.team_id and u.id = t.parent_id and u.deleted_at is null)::text as parent
      from tasks t join teams k on k.id = t.team_id left join projects p on p.team_id = t.team_id and p.id = t.project_id
      where t.team_id = ${teamId} and t.deleted_at is null
    ) t on t.id = l.entity_id
    where (l.op = 'put') <> (t.id is not null) or l.entity_id is null
      or (t.id is not null and (l.data->>'title', l.data->>'statusId', l.data->>'projectId', l.data->>'position',
          l.data->>'key', l.data->'assigneeIds', l.data->'watcherIds', l.data->'labelIds', l.data->'custom', l.data->>'typeId', l.data->>'parentId')
        is distinct from (t.title, t.status_id::text, t.project_id::text, t.position, t.key, t.assignees, t.watchers, t.labels, t.custom, t.type, t.parent))`,
  'a document is its own ancestor, is in another project or tree than its parent, or lacks inherited access':
    (teamId) => sql`
    with recursive shared as (
      select d.*, d.is_private or exists (
        select from document_grants g where g.team_id = d.team_id and g.document_id = d.id) as is_shared
      from documents d where d.team_id = ${teamId}
    ), tree as (
      select id, id as root, project_id, is_private as restricted, case when is_shared then array[id] else '{}' end as access, 0 as level
      from shared where parent_id is null
      union all
      select d.id, t.root, t.project_id, d.is_private or t.restricted, case when d.is_private then array[d.id]
        when d.is_shared then d.id || t.access else t.access end, t.level + 1
      from tree t join shared d on d.parent_id = t.id where t.level < 30
    )
    select d.id, d.parent_id, d.access, t.access as expected, d.root_id, t.root, d.is_restricted, t.restricted from shared d
    left join tree t on t.id = d.id
    where t.id is null or d.root_id <> t.root or d.project_id is distinct from t.project_id or d.is_restricted <> t.restricted
      or t.level > 20 or t.access <> coalesce((
        -- Grants of people who left the team no longer count, so documents shared with nobody else are not shared.
        select array_agg(a.id order by a.place) from unnest(d.access) with ordinality as a (id, place)
        where a.id in (select id from shared where is_shared)), '{}')`,
  'a live document is below a trashed one, or is not archived below an archived one': (teamId) => sql`
    select d.id from documents d join documents p on p.team_id = d.team_id and p.id = d.parent_id
    where d.team_id = ${teamId} and d.deleted_at is null
      and (p.deleted_at is not null or (p.archived_at is not null and d.archived_at is null))`,
  'a private document has no manager': (teamId) => sql`
    select d.id from documents d where d.team_id = ${teamId} and d.is_private and not exists (
      select from document_grants g join memberships m on m.team_id = g.team_id and m.user_id = g.user_id
      where g.team_id = d.team_id and g.document_id = d.id and g.level = 'manage' and m.removed_at is null)`,
  'the log does not result in the existing documents': (teamId) => sql`
    select l.entity_id, l.op, l.data, d.id, d.title from (
      select distinct on (entity_id) entity_id, op, data, scope from changes
      where team_id = ${teamId} and entity = 'document' order by entity_id, seq desc, ordinal desc
    ) l full join (select * from documents where team_id = ${teamId} and deleted_at is null) d on d.id = l.entity_id
    where l.entity_id is null or (l.op = 'put') <> (d.id is not null) or (d.id is not null
      and (l.data->>'title', l.data->>'parentId', l.data->>'projectId', l.data->>'position', l.data->'access',
          (l.data->>'isRestricted')::boolean, (l.data->>'isPrivate')::boolean, l.data->>'archivedAt' is null)
        is distinct from (d.title, d.parent_id::text, d.project_id::text, d.position, to_jsonb(d.access), d.is_restricted,
          d.is_private, d.archived_at is null))`,
  'a task is its own ancestor, or is nested too deep': (teamId) => sql`
    with recursive tree as (
      select id, 0 as level from tasks where team_id = ${teamId} and parent_id is null
      union all
      select t.id, tree.level + 1 from tree join tasks t on t.team_id = ${teamId} and t.parent_id = tree.id where tree.level < 5
    )
    select id, parent_id from tasks where team_id = ${teamId} and id not in (select id from tree)`,
};

/** Finds the violated invariants of a team. Returns a description of each, with its first violating rows. */
export async function findBrokenInvariants(db: Db, teamId: string): Promise<string[]> {
  return await asOwner(
    db,
    async (tx) => {
      const broken: string[] = [];
      for (const [name, query] of Object.entries(BROKEN)) {
        const { rows } = await query(teamId).execute(tx);
        if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`);
      }
      return broken;
    },
    { isReadOnly: true },
  );
}
