import { sql, type RawBuilder } from 'kysely';
import { hasRole, type Actor } from '@hearth/contracts/permissions/permissions';
import type { Project } from '@hearth/contracts/projects/projects';
import type { TeamTx } from '#platform/db/index.ts';
import type { LoadedObject } from '#platform/feature.ts';
import { instantJson } from '#platform/sql-json.ts';
import { toUuid } from '#platform/uuid.ts';
import { maySeeProject } from './sight.queries.ts';

/** Builds the contract's JSON of a project. Expects the table `projects` aliased as `p`. */
export const projectJson: RawBuilder<Project> = sql<Project>`json_build_object(
  'id', p.id, 'name', p.name, 'key', p.key, 'description', p.description, 'color', p.color, 'position', p.position,
  'isPrivate', p.is_private, 'leadId', p.lead_id, 'startDate', to_char(p.start_date, 'YYYY-MM-DD'),
  'targetDate', to_char(p.target_date, 'YYYY-MM-DD'), 'health', p.health, 'cycles', p.cycles, 'limits', p.limits, 'hasTriage', p.has_triage,
  'isSample', p.is_sample,
  'archivedAt', ${instantJson(sql`p.archived_at`)}, 'archivedBy', p.archived_by, 'createdBy', p.created_by, 'createdAt', ${instantJson(sql`p.created_at`)}, 'updatedAt', ${instantJson(sql`p.updated_at`)})`;

/** Visible projects: only those with these ids, or all except those with these ids. */
export type VisibleProjects = { only: readonly string[] } | { allBut: readonly string[] };

/**
 * Returns the projects visible to the actor. Guests can see projects they have a grant on; everyone else can see all except private
 * projects without a grant.
 */
export function visibleTo(actor: Actor): VisibleProjects {
  if (!hasRole(actor.role, 'member')) return { only: Object.keys(actor.grants) };
  return { allBut: Object.keys(actor.privateProjects).filter((id) => actor.grants[id] === undefined) };
}

/** Returns whether the project with this id is visible. Objects outside projects are visible to everyone except guests. */
export function isAmong(visible: VisibleProjects, projectId: RawBuilder<unknown>): RawBuilder<boolean> {
  if ('only' in visible) return sql`${projectId} = any (${visible.only}::uuid[])`;
  if (visible.allBut.length === 0) return sql`true`;
  return sql`(${projectId} is null or ${projectId} <> all (${visible.allBut}::uuid[]))`;
}

/** Returns a page (`limit` + 1), in the team's order. */
export async function listProjects(
  tx: TeamTx,
  visible: VisibleProjects,
  page: { after: { position: string; id: string } | null; limit: number },
): Promise<Project[]> {
  const { after } = page;
  const { rows } = await sql<{ project: Project }>`
    select ${projectJson} as project from projects p
    where p.team_id = ${tx.teamId} and p.deleted_at is null
      and ${isAmong(visible, sql`p.id`)}
      and ${after === null ? sql`true` : sql`(p.position, p.id) > (${after.position}, ${after.id}::uuid)`}
    order by p.position, p.id limit ${page.limit + 1}`.execute(tx);
  return rows.map((row) => row.project);
}

/** Returns a page (`limit` + 1) of projects that are not in the trash, with the fields needed for authorization and lists. */
export async function listProjectObjects(
  tx: TeamTx,
  page: { after: { position: string; id: string } | null; limit: number },
): Promise<(LoadedObject & { name: string; color: string; position: string })[]> {
  const { after } = page;
  const rows = await tx
    .selectFrom('projects')
    .select(['id', 'name', 'color', 'position', 'created_by'])
    .where('team_id', '=', tx.teamId)
    .where('deleted_at', 'is', null)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('position', 'id'), '>', eb.tuple(after?.position ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('position')
    .orderBy('id')
    .limit(page.limit + 1)
    .execute();
  return rows.map(({ created_by: createdBy, ...row }) => ({ ...row, projectId: row.id, createdBy }));
}

export async function findProject(tx: TeamTx, id: string): Promise<Project | null> {
  const { rows } = await sql<{ project: Project }>`
    select ${projectJson} as project from projects p
    where p.team_id = ${tx.teamId} and p.id = ${id} and p.deleted_at is null`.execute(tx);
  return rows[0]?.project ?? null;
}

export async function loadProjectObject(tx: TeamTx, name: string): Promise<LoadedObject | null> {
  const id = toUuid(name);
  if (id === null) return null;
  const row = await tx
    .selectFrom('projects')
    .select(['id', 'created_by', 'deleted_at'])
    .where('id', '=', id)
    .where('team_id', '=', tx.teamId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    projectId: row.id,
    createdBy: row.created_by,
    isTrashed: row.deleted_at !== null,
  };
}

/**
 * Locks a project for update. This blocks commands that add tasks or documents to it, because they lock the project for key share.
 * @param isTrashed whether to look for it in the trash instead of among the live projects
 */
export async function lockProject(
  tx: TeamTx,
  id: string,
  { isTrashed } = { isTrashed: false },
): Promise<{ project: Project; deletedAt: Date | null; deletedBy: string | null } | null> {
  await tx
    .selectFrom('projects')
    .select('id')
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
  const { rows } = await sql<{ project: Project; deleted_at: Date | null; deleted_by: string | null }>`
    select ${projectJson} as project, p.deleted_at, p.deleted_by from projects p
    where p.team_id = ${tx.teamId} and p.id = ${id} and (p.deleted_at is not null) = ${isTrashed}`.execute(
    tx,
  );
  const [row] = rows;
  return row === undefined
    ? null
    : { project: row.project, deletedAt: row.deleted_at, deletedBy: row.deleted_by };
}

/** Locks the team's keys, which serializes commands that reserve a key. */
export async function lockKeys(tx: TeamTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`work keys of ${tx.teamId}`}, 0))`.execute(tx);
}

/** Returns the keys in use: the team's own key and the keys of its projects, including trashed projects, which may be restored. */
export async function listKeysInUse(tx: TeamTx, exceptProjectId: string | null): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from teams where id = ${tx.teamId}
    union all
    select key from projects where team_id = ${tx.teamId} and id is distinct from ${exceptProjectId}::uuid`.execute(
    tx,
  );
  return rows.map((row) => row.key);
}

/** Reserves a key permanently, because it must keep resolving. */
export async function rememberKey(tx: TeamTx, key: string): Promise<void> {
  await tx
    .insertInto('work_keys')
    .values({ team_id: tx.teamId, key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findLastPosition(tx: TeamTx): Promise<string | null> {
  const row = await tx
    .selectFrom('projects')
    .select('position')
    .where('team_id', '=', tx.teamId)
    .where('deleted_at', 'is', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.position ?? null;
}

export async function insertProject(tx: TeamTx, project: Project): Promise<void> {
  await tx
    .insertInto('projects')
    .values({
      team_id: tx.teamId,
      id: project.id,
      name: project.name,
      key: project.key,
      description: project.description,
      color: project.color,
      position: project.position,
      ...columnsOfPlan(project),
      cycles: toJson(project.cycles),
      limits: JSON.stringify(project.limits),
      has_triage: project.hasTriage,
      is_sample: project.isSample,
      is_private: project.isPrivate,
      created_by: project.createdBy,
      created_at: new Date(project.createdAt),
      updated_at: new Date(project.updatedAt),
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
}

export async function updateProject(tx: TeamTx, project: Project): Promise<void> {
  await tx
    .updateTable('projects')
    .set({
      name: project.name,
      key: project.key,
      description: project.description,
      color: project.color,
      position: project.position,
      ...columnsOfPlan(project),
      cycles: toJson(project.cycles),
      limits: JSON.stringify(project.limits),
      has_triage: project.hasTriage,
      is_private: project.isPrivate,
      updated_at: new Date(project.updatedAt),
    })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', project.id)
    .execute();
}

function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

function columnsOfPlan({ leadId, startDate, targetDate, health }: Project) {
  return { lead_id: leadId, start_date: startDate, target_date: targetDate, health };
}

/** Returns the projects that these users lead and may no longer see, including trashed ones, in lock order. */
export async function listLedWithoutSight(
  tx: TeamTx,
  userIds: readonly string[],
): Promise<{ id: string; isTrashed: boolean }[]> {
  const { rows } = await sql<{ id: string; is_trashed: boolean }>`
    select r.id, r.deleted_at is not null as is_trashed from projects r
    where r.team_id = ${tx.teamId} and r.lead_id = any (${userIds}::uuid[]) and not exists (
      select from memberships m
      where m.team_id = r.team_id and m.user_id = r.lead_id and ${maySeeProject(sql`r.id`)})
    order by r.id`.execute(tx);
  return rows.map((row) => ({ id: row.id, isTrashed: row.is_trashed }));
}

/** Locks the given statuses for key share. @returns the ids of those that exist */
export async function lockExistingStatuses(tx: TeamTx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('statuses')
    .select('id')
    .where('team_id', '=', tx.teamId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Archives or unarchives a project. */
export async function setProjectArchived(tx: TeamTx, project: Project): Promise<void> {
  const { id, archivedAt, archivedBy, updatedAt } = project;
  await tx
    .updateTable('projects')
    .set({
      archived_at: archivedAt === null ? null : new Date(archivedAt),
      archived_by: archivedBy,
      updated_at: new Date(updatedAt),
    })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}

/** Locks a project against being archived or unarchived. @returns whether it is archived */
export async function lockArchiving(tx: TeamTx, id: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ isArchived: boolean }>`
    select archived_at is not null as "isArchived" from projects
    where team_id = ${tx.teamId} and id = ${id} and deleted_at is null for key share`.execute(tx);
  return rows[0]?.isArchived === true;
}

/** Moves a project into or out of the trash. */
export async function setProjectDeleted(
  tx: TeamTx,
  id: string,
  deleted: { at: Date; by: string } | null,
): Promise<void> {
  await tx
    .updateTable('projects')
    .set({ deleted_at: deleted?.at ?? null, deleted_by: deleted?.by ?? null })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}
