import { sql } from 'kysely';
import { taskJson } from '#features/tasks/index.ts';
import { asOwner, type Db, type OwnerTx } from '#platform/db/index.ts';
import type { Acknowledged } from './ledger.ts';

export interface ChaosFindings {
  lost: string[];
  doubled: string[];
  torn: string[];
}

/** Compares the acknowledged writes (the ledger) with the tables after the last restart, and the tables with each other. */
export async function checkChaos(
  db: Db,
  teamId: string,
  ledger: readonly Acknowledged[],
): Promise<ChaosFindings> {
  return await asOwner(db, async (tx) => ({
    lost: await findLost(tx, teamId, ledger),
    doubled: await findDoubled(tx, teamId, ledger),
    torn: await findTorn(tx, teamId),
  }));
}

/** Derives each task's expected state from the ledger alone: each writer changes only its own tasks, one request at a time. */
function expectTasks(ledger: readonly Acknowledged[]): Map<string, Record<string, unknown>> {
  const tasks = new Map<string, Record<string, unknown>>();
  for (const { act, taskId, fields } of ledger) {
    const task = tasks.get(taskId) ?? {};
    if (act === 'create') tasks.set(taskId, { ...fields, isTrashed: false });
    if (act === 'change') tasks.set(taskId, { ...task, ...fields });
    if (act === 'trash') tasks.set(taskId, { ...task, isTrashed: true });
    if (act === 'restore') tasks.set(taskId, { ...task, isTrashed: false });
  }
  return tasks;
}

async function findLost(tx: OwnerTx, teamId: string, ledger: readonly Acknowledged[]): Promise<string[]> {
  const lost: string[] = [];
  const { rows } = await sql<Record<string, unknown> & { id: string }>`
    select id, title, project_id as "projectId", status_id as "statusId", priority, deleted_at is not null as "isTrashed"
    from tasks where team_id = ${teamId}`.execute(tx);
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const [id, expected] of expectTasks(ledger)) {
    const row = found.get(id);
    for (const [field, value] of Object.entries(expected)) {
      if (row?.[field] !== value)
        lost.push(`task ${id}: ${field} is ${String(row?.[field])}, not ${String(value)}`);
    }
  }
  const comments = await sql<{ id: string; body: string }>`
    select id, body from task_comments where team_id = ${teamId}`.execute(tx);
  const bodies = new Map(comments.rows.map((row) => [row.id, row.body]));
  for (const { act, fields } of ledger) {
    if (act === 'comment' && bodies.get(String(fields['id'])) !== fields['body'])
      lost.push(`comment ${String(fields['id'])}`);
  }
  const seqs = await sql<{ mutation_id: string; seq: number }>`
    select distinct mutation_id, seq from changes where team_id = ${teamId} and mutation_id is not null`.execute(
    tx,
  );
  const logged = new Map(seqs.rows.map((row) => [row.mutation_id, row.seq]));
  for (const { key, act, seq } of ledger) {
    // A change to the current value is a no-op and writes no log entry.
    if (act !== 'change' && logged.get(key) !== seq) lost.push(`${act} ${key}: not in the log at ${seq}`);
  }
  return lost;
}

async function findDoubled(tx: OwnerTx, teamId: string, ledger: readonly Acknowledged[]): Promise<string[]> {
  const known = new Set(ledger.map((entry) => entry.key));
  const twice = await sql<{ mutation_id: string }>`
    select mutation_id from changes where team_id = ${teamId} and mutation_id is not null
    group by mutation_id having count(distinct seq) > 1`.execute(tx);
  const doubled = twice.rows.map((row) => `${row.mutation_id} is in the log twice`);
  const all = await sql<{ mutation_id: string }>`
    select distinct mutation_id from changes where team_id = ${teamId} and mutation_id is not null`.execute(
    tx,
  );
  for (const row of all.rows) {
    if (!known.has(row.mutation_id)) doubled.push(`${row.mutation_id} took effect without an answer`);
  }
  const createCount = ledger.filter((entry) => entry.act === 'create').length;
  const commentCount = ledger.filter((entry) => entry.act === 'comment').length;
  const { rows } = await sql<{ tasks: number; comments: number }>`
    select (select count(*) from tasks where team_id = ${teamId}) as tasks,
      (select count(*) from task_comments where team_id = ${teamId}) as comments`.execute(tx);
  if (rows[0]?.tasks !== createCount) doubled.push(`${rows[0]?.tasks} tasks, but ${createCount} were made`);
  if (rows[0]?.comments !== commentCount)
    doubled.push(`${rows[0]?.comments} comments, but ${commentCount} were made`);
  return doubled;
}

/** Finds torn writes: rows, log, counters and state spans are written in one transaction and must be consistent. */
async function findTorn(tx: OwnerTx, teamId: string): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    with last as (
      select distinct on (entity_id) entity_id, op, data from changes
      where team_id = ${teamId} and entity = 'task' order by entity_id, seq desc, ordinal desc
    ), spans as (
      select task_id, count(*) as n, max(ordinal) as top, min(ordinal) as bottom, count(*) filter (where left_at is null) as open,
        max(status_id::text) filter (where left_at is null) as status_id
      from task_state_spans where team_id = ${teamId} group by task_id
    ), head as (
      select seq, last_task_number from team_heads where team_id = ${teamId}
    )
    select 'task ' || t.id || ' and the log differ' as what
    from tasks t left join last l on l.entity_id = t.id where t.team_id = ${teamId}
      and (l.op is distinct from (case when t.deleted_at is null then 'put' else 'delete' end)
        or (t.deleted_at is null and l.data is distinct from ${taskJson}::jsonb))
    union all
    select 'the log contains a missing task ' || l.entity_id from last l
    where not exists (select from tasks t where t.team_id = ${teamId} and t.id = l.entity_id)
    union all
    select 'the spans of task ' || t.id || ' do not fit it' from tasks t left join spans s on s.task_id = t.id
    where t.team_id = ${teamId} and (s.task_id is null or s.n <> s.top - s.bottom + 1
      or (t.deleted_at is null and (s.open <> 1 or s.status_id <> t.status_id::text))
      or (t.deleted_at is not null and s.open <> 0))
    union all
    select 'the counter of ' || u.resource || ' is ' || u.n from team_usage u where u.team_id = ${teamId} and u.n <> case u.resource
      when 'tasks' then (select count(*) from tasks t where t.team_id = ${teamId} and t.deleted_at is null)
      when 'projects' then (select count(*) from projects p where p.team_id = ${teamId} and p.deleted_at is null)
      when 'collaborators' then (select count(*) from memberships m where m.team_id = ${teamId} and m.removed_at is null)
      else u.n end
    union all
    select 'the log has gaps' from head where seq <> (select count(distinct c.seq) from changes c where c.team_id = ${teamId})
      or seq <> (select max(c.seq) from changes c where c.team_id = ${teamId})
    union all
    select 'a task number was lost' from head
    where last_task_number <> (select coalesce(max(number), 0) from tasks t where t.team_id = ${teamId})`.execute(
    tx,
  );
  return rows.map((row) => row.what);
}
