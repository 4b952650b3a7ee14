import { sql, type RawBuilder } from 'kysely';
import type { TransferCounts } from '@hearth/contracts/transfer/transfer';
import { maySeeProject } from '#features/projects/index.ts';
import { writesByGrant } from '#features/billing/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { toSnakeCase } from '#platform/db/tables/task-columns.ts';
import { splitWhen } from '#platform/sql-json.ts';
import type { ImportedPart, RowOf } from './part-rows.ts';

/** Parts whose rows may collide, because several users in a file can map to the same member. Duplicates are skipped. */
const MAY_MEET: ReadonlySet<ImportedPart> = new Set([
  'grants',
  'documentGrants',
  'assignees',
  'watchers',
  'workKeys',
  'reactions',
  'workTimes',
]);

/** Splits fields that contain either a date or a time into the two columns of the table. */
function splitDates(row: RowOf<'tasks'>) {
  const [start, due] = [splitWhen(row.startDate), splitWhen(row.dueDate)];
  return { ...row, startDate: start.day, startAt: start.moment, dueDate: due.day, dueAt: due.moment };
}

/** Inserts documents as roots. Their parents are set after all documents are inserted (see import-documents.queries.ts). */
function asRoot(row: RowOf<'documents'>) {
  const access = row.isPrivate ? [row.id] : [];
  return { ...row, parentId: null, rootId: row.id, access, isRestricted: row.isPrivate };
}

function prepare(part: ImportedPart, rows: readonly object[]): readonly object[] {
  if (part === 'tasks') return (rows as RowOf<'tasks'>[]).map(splitDates);
  if (part === 'documents') return (rows as RowOf<'documents'>[]).map(asRoot);
  if (part === 'history')
    return (rows as RowOf<'history'>[]).map(({ old, new: now, ...row }) => ({
      ...row,
      oldValue: old,
      newValue: now,
    }));
  return rows;
}

/** Inserts rows of one part, which all have the same fields. Each field is written to the column of its name, with the column's type. */
export async function insertRows(
  tx: TeamTx,
  part: ImportedPart,
  table: string,
  rows: readonly object[],
): Promise<void> {
  const given = prepare(part, rows) as readonly Record<string, unknown>[];
  const fields = Object.keys(given[0] ?? {});
  const columns = fields.map(toSnakeCase);
  const named = given.map((row) => Object.fromEntries(fields.map((field, at) => [columns[at], row[field]])));
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (team_id, ${list})
    select ${tx.teamId}::uuid, ${list}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(named)}::jsonb)
    ${MAY_MEET.has(part) ? sql`on conflict do nothing` : sql``}`.execute(tx);
}

/** Locks the team and its usage counters. Concurrent commands that create objects need these locks and have to wait. */
export async function lockForImport(tx: TeamTx): Promise<void> {
  await sql`select id from teams where id = ${tx.teamId} for no key update`.execute(tx);
  await sql`select resource from team_usage where team_id = ${tx.teamId} order by resource for update`.execute(
    tx,
  );
}

/** Whether the team has no content besides samples. Objects in the trash count as content. */
export async function isEmptyTeam(tx: TeamTx): Promise<boolean> {
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select from projects where team_id = ${tx.teamId} and not is_sample)
      and not exists (select from tasks t where t.team_id = ${tx.teamId} and not exists (
        select from projects p where p.team_id = t.team_id and p.id = t.project_id and p.is_sample))
      and not exists (select from documents where team_id = ${tx.teamId}) as is_empty`.execute(tx);
  return rows[0]?.is_empty === true;
}

/** Returns the ids of up to 5,000 members of the team, by lower-case email address. */
export async function listMembersByEmail(tx: TeamTx): Promise<Map<string, string>> {
  const { rows } = await sql<{ email: string; userId: string }>`
    select lower(u.email) as email, u.id as "userId" from memberships m join users u on u.id = m.user_id
    where m.team_id = ${tx.teamId} and m.removed_at is null limit 5000`.execute(tx);
  return new Map(rows.map(({ email, userId }) => [email, userId]));
}

/** Inserts former members of the team, who have a name but no access. */
export async function insertFormerMembers(
  tx: TeamTx,
  people: readonly { id: string; teamRole: string; joinedAt: string; removedAt: string }[],
): Promise<void> {
  await sql`
    insert into memberships (team_id, user_id, role, joined_at, removed_at)
    select ${tx.teamId}::uuid, r.id, r."teamRole", r."joinedAt", r."removedAt"
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as r (id uuid, "teamRole" text, "joinedAt" timestamptz, "removedAt" timestamptz)`.execute(tx);
}

export async function listStatusIds(tx: TeamTx): Promise<string[]> {
  const rows = await tx.selectFrom('statuses').select('id').where('team_id', '=', tx.teamId).execute();
  return rows.map(({ id }) => id);
}

export async function deleteStatuses(tx: TeamTx): Promise<void> {
  await tx.deleteFrom('statuses').where('team_id', '=', tx.teamId).execute();
}

/** Deletes all labels because the labels of the file replace them. @returns their ids */
export async function deleteLabels(tx: TeamTx): Promise<string[]> {
  const rows = await tx.deleteFrom('labels').where('team_id', '=', tx.teamId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Deletes all task types because the types of the file replace the defaults of a new team. @returns their ids */
export async function deleteTaskTypes(tx: TeamTx): Promise<string[]> {
  const rows = await tx.deleteFrom('task_types').where('team_id', '=', tx.teamId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Deletes all custom fields because the fields of the file replace them. @returns their ids */
export async function deleteFields(tx: TeamTx): Promise<string[]> {
  const rows = await tx.deleteFrom('fields').where('team_id', '=', tx.teamId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Deletes all templates because the templates of the file replace them. @returns their ids */
export async function deleteTemplates(tx: TeamTx): Promise<string[]> {
  const rows = await tx.deleteFrom('templates').where('team_id', '=', tx.teamId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Deletes all work times because the work times of the file replace them. @returns their ids */
export async function deleteWorkTimes(tx: TeamTx): Promise<string[]> {
  const rows = await tx.deleteFrom('work_times').where('team_id', '=', tx.teamId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Deletes the work times of former members. */
export async function releaseWorkTimes(tx: TeamTx): Promise<void> {
  await sql`
    delete from work_times w where w.team_id = ${tx.teamId} and exists (
      select from memberships m
      where m.team_id = w.team_id and m.user_id = w.user_id and m.removed_at is not null)`.execute(tx);
}

export async function applyImportedTeam(
  tx: TeamTx,
  team: RowOf<'team'>,
  image: string | null,
): Promise<void> {
  await tx
    .updateTable('teams')
    .set({
      name: team.name,
      key: team.key,
      members_may_invite: team.membersMayInvite,
      members_may_use_tokens: team.membersMayUseTokens,
      default_role: team.defaultRole,
      estimate_unit: team.estimateUnit,
      has_public_links: team.hasPublicLinks,
      time_zone: sql<string>`case when is_zone(${team.timeZone}) then ${team.timeZone} else 'UTC' end`,
      working_days: team.workingDays,
      holidays: team.holidays,
      ...(image === null ? {} : { image }),
    })
    .where('id', '=', tx.teamId)
    .execute();
  await sql`
    insert into work_keys (team_id, key)
    select ${tx.teamId}::uuid, key from (
      select ${team.key}::text as key union select p.key from projects p where p.team_id = ${tx.teamId}) k
    on conflict do nothing`.execute(tx);
}

/** Sets `has_links` on tasks that link to other tasks. */
export async function markLinking(tx: TeamTx): Promise<void> {
  await sql`
    update tasks t set has_links = true where t.team_id = ${tx.teamId} and exists (
      select from task_links k where k.team_id = t.team_id and k.task_id = t.id)`.execute(tx);
}

/** Sums up the tracked time of each task from its imported entries. */
export async function sumUpAllTime(tx: TeamTx): Promise<void> {
  await sql`
    update tasks t set tracked_seconds = e.seconds from (
      select task_id, sum(round(extract(epoch from ended_at - started_at)))::int as seconds from time_entries
      where team_id = ${tx.teamId} group by task_id) e
    where t.team_id = ${tx.teamId} and t.id = e.task_id`.execute(tx);
}

/** Makes the importing user a manager of private projects without a manager in this team. @returns the number of these projects */
export async function ensureProjectManagers(tx: TeamTx, userId: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into project_grants (team_id, project_id, user_id, level, granted_by, granted_at)
    select p.team_id, p.id, ${userId}::uuid, 'manage', ${userId}::uuid, ${now}::timestamptz from projects p
    where p.team_id = ${tx.teamId} and p.is_private and not exists (
      select from project_grants g join memberships m on m.team_id = g.team_id and m.user_id = g.user_id
      where g.team_id = p.team_id and g.project_id = p.id and g.level = 'manage' and m.removed_at is null)
    on conflict (team_id, project_id, user_id) do update set level = 'manage'`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Removes assignees and watchers who are not members or may not see the task, as when a member leaves. The change is recorded in the
 * history with `seq` 0, between the history of the file and that of the team.
 */
export async function releaseTasks(tx: TeamTx, userId: string, now: Date): Promise<void> {
  const by = { userId, now };
  const assigned = { table: 'task_assignees', field: 'assigneeIds', isCurrent: sql`true` } as const;
  const released = await releaseFrom(tx, assigned, by, 0);
  // The history lists only current watchers, not users who have stopped watching.
  const watched = {
    table: 'task_watchers',
    field: 'watcherIds',
    isCurrent: sql`r.stopped_at is null`,
  } as const;
  await releaseFrom(tx, watched, by, released);
}

/** Removes these users from one table and records it, with ordinals from `first`. @returns the number of history rows */
async function releaseFrom(
  tx: TeamTx,
  { table, field, isCurrent }: { table: string; field: string; isCurrent: RawBuilder<unknown> },
  { userId, now }: { userId: string; now: Date },
  first: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with lost as (
      delete from ${sql.table(table)} r using tasks t
      where r.team_id = ${tx.teamId} and t.team_id = r.team_id and t.id = r.task_id and not exists (
        select from memberships m
        left join project_grants g on g.team_id = m.team_id and g.user_id = m.user_id and g.project_id = t.project_id
        left join projects p on p.team_id = t.team_id and p.id = t.project_id
        where m.team_id = r.team_id and m.user_id = r.user_id and m.removed_at is null
          and (g.level is not null or (m.role <> 'guest' and not coalesce(p.is_private, false))))
      returning r.task_id, r.user_id, ${isCurrent} as is_held
    )
    insert into history (team_id, seq, ordinal, entity, entity_id, field, old_value, new_value, actor, at)
    select ${tx.teamId}::uuid, 0, ${first}::int + row_number() over (order by r.task_id) - 1, 'task', r.task_id, ${field}::text,
      jsonb_agg(r.user_id order by r.user_id),
      coalesce(jsonb_agg(r.user_id order by r.user_id) filter (where l.user_id is null), '[]'), ${userId}::uuid, ${now}::timestamptz
    from ${sql.table(table)} r left join lost l on l.task_id = r.task_id and l.user_id = r.user_id
    where r.team_id = ${tx.teamId} and ${isCurrent} and r.task_id in (select task_id from lost where is_held)
    group by r.task_id`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Clears project leads who are not members or may not see the project. */
export async function releaseProjects(tx: TeamTx): Promise<void> {
  await sql`
    update projects r set lead_id = null
    where r.team_id = ${tx.teamId} and r.lead_id is not null and not exists (
      select from memberships m
      where m.team_id = r.team_id and m.user_id = r.lead_id and ${maySeeProject(sql`r.id`)})`.execute(tx);
}

/** Counts the guests with edit access, who take a seat. */
export async function countNewSeats(tx: TeamTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from memberships m
    where m.team_id = ${tx.teamId} and m.removed_at is null and m.role = 'guest'
      and m.view_only_since is null and ${writesByGrant}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Disables nested loops until the transaction ends. Without statistics on the new rows, the planner expects a single row per team and would
 * scan all rows for each row.
 */
export async function planForManyRows(tx: TeamTx): Promise<void> {
  await sql`set local enable_nestloop = off`.execute(tx);
}

/** Defers the parent constraint because sub-tasks may be inserted before their parents. */
export async function checkParentsLater(tx: TeamTx): Promise<void> {
  await sql`set constraints tasks_parent deferred`.execute(tx);
}

export async function checkParentsNow(tx: TeamTx): Promise<void> {
  await sql`set constraints tasks_parent immediate`.execute(tx);
}

/** Returns the number of a task whose open state span does not match its status, or null if there is none. */
export async function findTaskOutOfState(tx: TeamTx): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    select t.number from tasks t
    join statuses c on c.team_id = t.team_id and c.id = t.status_id
    left join task_state_spans s on s.team_id = t.team_id and s.task_id = t.id and s.left_at is null
    where t.team_id = ${tx.teamId} and case when t.deleted_at is null
      then (s.status_id, s.category) is distinct from (t.status_id, c.category) else s.status_id is not null end
    limit 1`.execute(tx);
  return rows[0]?.number ?? null;
}

/** Returns the id of a reply whose parent belongs to another task or is itself a reply, or null if there is none. */
export async function findStrayReply(tx: TeamTx): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select c.id from task_comments c
    left join task_comments p on p.team_id = c.team_id and p.id = c.parent_id and p.task_id = c.task_id
    where c.team_id = ${tx.teamId} and c.parent_id is not null and (p.id is null or p.parent_id is not null)
    limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Raises the team's last task number to at least `last`. A number that the team has already reached is never lowered. */
export async function raiseTaskNumber(tx: TeamTx, last: number): Promise<void> {
  await sql`
    update team_heads set last_task_number = greatest(last_task_number, ${last}::int) where team_id = ${tx.teamId}`.execute(
    tx,
  );
}

export function toCounts(rows: Record<ImportedPart, number>): TransferCounts {
  const { projects, tasks, documents, comments, history, people } = rows;
  return { projects, tasks, documents, comments, history, people };
}
