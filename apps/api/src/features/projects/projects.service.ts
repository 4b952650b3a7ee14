import { COLORS } from '@hearth/contracts/core/colors';
import { isSame } from '@hearth/contracts/core/same';
import { can, type Actor } from '@hearth/contracts/permissions/permissions';
import type { Project } from '@hearth/contracts/projects/projects';
import { countSeatsOf, lockMemberships } from '#features/members/index.ts';
import {
  runCommand,
  workScope,
  type RequestKey,
  type Command,
  type CommandResult,
} from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import {
  AppError,
  forbidden,
  invalidField,
  notFound,
  notFoundAt,
  projectArchived,
} from '#platform/errors.ts';
import type { BodyOf, App, LoadedObject } from '#platform/feature.ts';
import { assertPosition, makeKeyAfter } from '#platform/order-keys.ts';
import { listWithoutGrant, listWritingGuests } from './grants.queries.ts';
import { asAuditObject } from './audit-object.ts';
import { grantOwnManage } from './grants.service.ts';
import { assertMayLead, assertMayLeadNew } from './leads.ts';
import { makeFreeKey, makeProjectKey } from './project-key.ts';
import {
  findLastPosition,
  findProject,
  lockExistingStatuses,
  insertProject,
  listKeysInUse,
  lockKeys,
  lockProject,
  rememberKey,
  setProjectArchived,
  setProjectDeleted,
  updateProject,
} from './projects.queries.ts';

import { hasSample } from './samples.queries.ts';

type ProjectReply = { project: Project };
interface TeamUser {
  teamId: string;
  userId: string;
}
interface ProjectTarget {
  teamId: string;
  actor: Actor;
  object: LoadedObject;
}

/**
 * Creates a project. Without a requested key, a free one is derived from its name.
 * @throws AppError CONFLICT for a requested key in use; NOT_FOUND for a lead who may not see the project; INVALID_REQUEST for a target date
 * before the start date
 */
export async function createProject(
  app: App,
  on: TeamUser,
  body: BodyOf<'projects.create'>,
  requestKey: RequestKey,
): Promise<CommandResult<ProjectReply>> {
  assertPosition(body.position);
  return await runCommand(app, { ...on, requestKey }, async (command) => ({
    project: await makeProject(app, command, body),
  }));
}

/**
 * Creates a project within a larger command.
 * @param fields the project's fields. Statuses named in `limits` must be locked. A sample counts towards no limit
 */
export async function makeProject(
  app: App,
  command: Command,
  fields: BodyOf<'projects.create'> & Partial<Pick<Project, 'limits' | 'isSample'>>,
): Promise<Project> {
  const { tx, userId } = command;
  await lockKeys(tx);
  const inUse = await listKeysInUse(tx, null);
  const now = command.now.toISOString();
  const project: Project = {
    id: fields.id ?? command.newId(),
    name: fields.name,
    key: fields.key ?? makeFreeKey(makeProjectKey(fields.name), (key) => inUse.includes(key)),
    description: fields.description ?? '',
    color: fields.color ?? pickColor(inUse.length - 1),
    position: fields.position ?? makeKeyAfter(await findLastPosition(tx)),
    isPrivate: fields.isPrivate ?? false,
    leadId: fields.leadId ?? null,
    startDate: fields.startDate ?? null,
    targetDate: fields.targetDate ?? null,
    health: fields.health ?? null,
    cycles: fields.cycles ?? null,
    limits: fields.limits ?? {},
    hasTriage: false,
    isSample: fields.isSample ?? false,
    archivedAt: null,
    archivedBy: null,
    createdBy: userId,
    createdAt: now,
    updatedAt: now,
  };
  assertKeyIsFree(project.key, inUse);
  if (project.isSample) await assertNoSample(tx);
  assertRunsForward(project);
  if (project.leadId !== null) await assertMayLeadNew(command, project, project.leadId);
  await insertProject(tx, project);
  await rememberKey(tx, project.key);
  if (!project.isSample) command.count('projects', 1);
  command.put('project', project.id, null, project, workScope(project.id));
  if (project.cycles !== null) await app.events.emit('project.cyclesPlanned', command, project.id);
  if (project.isPrivate) {
    await grantOwnManage(command, project);
    command.refreshAccess();
  }
  return project;
}

/**
 * Changes fields of a project. A new key changes the keys of its tasks. The old keys keep resolving.
 * @throws AppError FORBIDDEN if it changes privacy or triage and the caller may only change the other fields; CONFLICT for a key in use;
 * NOT_FOUND for the project, the lead or a status; INVALID_REQUEST for a target date before the start date; PROJECT_ARCHIVED
 */
export async function changeProject(
  app: App,
  on: ProjectTarget,
  body: BodyOf<'projects.update'>,
  requestKey: RequestKey,
): Promise<CommandResult<ProjectReply>> {
  assertPosition(body.position);
  const { actor, object } = on;
  return await runCommand(app, { teamId: on.teamId, userId: actor.userId, requestKey }, async (command) => {
    const { tx } = command;
    if (body.key !== undefined) await lockKeys(tx);
    const concerned = [body.leadId, body.isPrivate === true ? actor.userId : null];
    await lockMemberships(
      tx,
      concerned.filter((id) => typeof id === 'string'),
    );
    const locked = await lockProject(tx, object.id);
    if (locked === null) throw notFound('This project');
    const before = locked.project;
    if (before.archivedAt !== null) throw projectArchived();
    const isSwitched = body.isPrivate !== undefined && body.isPrivate !== before.isPrivate;
    if (isSwitched && !can(actor, 'project.restrict', object)) throw forbidden('project.restrict');
    const isTriageSwitched = body.hasTriage !== undefined && body.hasTriage !== before.hasTriage;
    if (isTriageSwitched && !can(actor, 'project.triage', object)) throw forbidden('project.triage');
    const isRekeyed = body.key !== undefined && body.key !== before.key;
    if (isRekeyed) assertKeyIsFree(body.key ?? '', await listKeysInUse(tx, object.id));
    const limits = await chooseLimits(command, before.limits, body.limits);
    const changed: Project = { ...before, ...withoutUndefined(body), limits };
    if (isSame(changed, before)) return { project: before };
    const project = { ...changed, updatedAt: command.now.toISOString() };
    assertRunsForward(project);
    if (project.leadId !== null && project.leadId !== before.leadId) {
      await assertMayLead(command, project.id, project.leadId);
    }
    await updateProject(tx, project);
    command.put('project', project.id, before, project, workScope(project.id));
    if (!isSame(project.cycles, before.cycles))
      await app.events.emit('project.cyclesPlanned', command, project.id);
    if (before.hasTriage && !project.hasTriage)
      await app.events.emit('project.triageTurnedOff', command, project.id);
    if (isSwitched) await switchPrivacy(app, command, project);
    if (isRekeyed) {
      await rememberKey(tx, project.key);
      await app.events.emit('project.keyChanged', command, project);
    }
    // Read the project again after a privacy change because a lead who lost access was removed.
    return { project: isSwitched ? await readProject(command, project.id) : project };
  });
}

/**
 * Returns the column limits of a project after a change. Limits of deleted statuses are removed.
 * @throws AppError NOT_FOUND naming the first status that does not exist
 */
async function chooseLimits(
  { tx }: Command,
  before: Project['limits'],
  requested: BodyOf<'projects.update'>['limits'],
): Promise<Project['limits']> {
  if (requested === undefined) return before;
  const statuses = await lockExistingStatuses(tx, Object.keys({ ...before, ...requested }));
  const unknownId = Object.keys(requested).find((id) => requested[id] !== null && !statuses.has(id));
  if (unknownId !== undefined) throw notFoundAt(`limits.${unknownId}`, 'a status of this team');
  const entries = Object.entries({ ...before, ...requested }).filter(
    (entry): entry is [string, number] => entry[1] !== null && statuses.has(entry[0]),
  );
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function readProject({ tx }: Command, id: string): Promise<Project> {
  const project = await findProject(tx, id);
  if (project === null) throw notFound('This project');
  return project;
}

/** Publishes and audits a change to a project's privacy. If it becomes private, the caller becomes a manager, and others lose access. */
async function switchPrivacy(app: App, command: Command, project: Project): Promise<void> {
  const { id, isPrivate } = project;
  if (isPrivate) await grantOwnManage(command, project);
  const affected = await listWithoutGrant(command.tx, id);
  if (isPrivate && affected.length > 0) await app.events.emit('rights.lost', command, affected);
  for (const userId of affected) command.changeAccess(userId);
  const act = isPrivate ? 'project.madePrivate' : 'project.opened';
  command.audit({ act, ...asAuditObject(project) });
  if (isPrivate) await app.events.emit('project.madePrivate', command, project);
}

/** Archives a project, which makes it read-only, or unarchives it. This is a no-op if the project is already in the requested state. */
export async function archiveProject(
  app: App,
  on: TeamUser & { projectId: string },
  isArchived: boolean,
  requestKey: RequestKey,
): Promise<CommandResult<ProjectReply>> {
  const { teamId, userId, projectId } = on;
  return await runCommand(app, { teamId, userId, requestKey }, async (command) => {
    const locked = await lockProject(command.tx, projectId);
    if (locked === null) throw notFound('This project');
    const before = locked.project;
    if ((before.archivedAt !== null) === isArchived) return { project: before };
    const now = command.now.toISOString();
    const archived = isArchived
      ? { archivedAt: now, archivedBy: userId }
      : { archivedAt: null, archivedBy: null };
    const project: Project = { ...before, ...archived, updatedAt: now };
    await setProjectArchived(command.tx, project);
    command.put('project', projectId, before, project, workScope(projectId));
    command.audit({ act: isArchived ? 'project.archived' : 'project.unarchived', ...asAuditObject(project) });
    // Plan the cycles that became due while the project was archived.
    if (!isArchived) await app.events.emit('project.cyclesPlanned', command, projectId);
    return { project };
  });
}

/** Moves a project to the trash for 30 days. Features that depend on this one trash the project's content by cascade. */
export async function deleteProject(
  app: App,
  on: TeamUser & { projectId: string },
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const { tx } = command;
    await lockMemberships(tx, await listWritingGuests(tx, on.projectId));
    const locked = await lockProject(tx, on.projectId);
    if (locked === null) throw notFound('This project');
    await countSeatsOf(command, await listWritingGuests(tx, on.projectId), async () => {
      await app.events.emit('project.trashed', command, on.projectId);
      await setProjectDeleted(tx, on.projectId, { at: command.now, by: on.userId });
    });
    if (!locked.project.isSample) command.count('projects', -1);
    command.remove('project', on.projectId, workScope(on.projectId));
    command.audit({ act: 'project.trashed', ...asAuditObject(locked.project) });
    return null;
  });
}

interface RestoredProject {
  project: Project;
  deletedAt: Date;
  deletedBy: string | null;
}

/** Restores a project with its content as part of a trash command. Returns null if it is not in the trash. */
export async function restoreProject(
  app: App,
  command: Command,
  projectId: string,
): Promise<RestoredProject | null> {
  const { tx } = command;
  await lockMemberships(tx, await listWritingGuests(tx, projectId));
  const locked = await lockProject(tx, projectId, { isTrashed: true });
  if (locked === null || locked.deletedAt === null) return null;
  if (locked.project.isSample) await assertNoSample(tx);
  command.put('project', projectId, null, locked.project, workScope(projectId));
  await countSeatsOf(command, await listWritingGuests(tx, projectId), async () => {
    await setProjectDeleted(tx, projectId, null);
    await app.events.emit('project.restored', command, projectId);
  });
  if (!locked.project.isSample) command.count('projects', 1);
  command.audit({ act: 'project.restored', ...asAuditObject(locked.project) });
  return { project: locked.project, deletedAt: locked.deletedAt, deletedBy: locked.deletedBy };
}

/**
 * Checks that the team has no sample project yet. Only one is allowed because sample projects count towards no limit. @throws AppError
 * INVALID_STATE
 */
async function assertNoSample(tx: TeamTx): Promise<void> {
  await lockKeys(tx);
  if (await hasSample(tx)) throw new AppError('INVALID_STATE', 'This team has a sample project already.');
}

function assertKeyIsFree(key: string, inUse: readonly string[]): void {
  if (!inUse.includes(key)) return;
  const message = `${key} is already the key of this team or of another project, maybe one in the trash`;
  throw new AppError('CONFLICT', `${message}.`, { errors: [{ path: 'key', message }] });
}

function assertRunsForward({ startDate, targetDate }: Project): void {
  if (startDate !== null && targetDate !== null && targetDate < startDate) {
    throw invalidField('targetDate', 'can’t be before the start date');
  }
}

/** Rotates through all colours except grey, so that new projects differ. */
function pickColor(count: number): Project['color'] {
  return COLORS[1 + (count % (COLORS.length - 1))] ?? COLORS[1];
}

function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
