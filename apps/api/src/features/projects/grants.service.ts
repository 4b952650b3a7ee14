import type { AuditAct } from '@hearth/contracts/audit/audit-values';
import type { GrantLevel } from '@hearth/contracts/permissions/permissions';
import type { Project, ProjectGrant } from '@hearth/contracts/projects/projects';
import { countSeatOf, findMember, lockMemberships } from '#features/members/index.ts';
import {
  personScope,
  runCommand,
  type RequestKey,
  type Command,
  type CommandResult,
} from '#platform/commands/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { deleteGrant, findGrant, hasOtherManager, putGrant } from './grants.queries.ts';
import { lockProject } from './projects.queries.ts';
import { asAuditObject } from './audit-object.ts';

interface ProjectTarget {
  teamId: string;
  userId: string;
  projectId: string;
}
interface GrantTarget extends ProjectTarget {
  /** The user who receives the grant. */
  granteeId: string;
}

/**
 * Grants a member permissions on a project beyond their role.
 * @throws AppError NOT_FOUND; INVALID_STATE for the last manager; PLAN_LIMIT_REACHED if a guest needs a seat and none is free
 */
export async function grantProject(
  app: App,
  on: GrantTarget,
  level: GrantLevel,
  requestKey: RequestKey,
): Promise<CommandResult<{ grant: ProjectGrant }>> {
  const { projectId, granteeId } = on;
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const { tx } = command;
    await lockMemberships(tx, [granteeId]);
    const locked = await lockProject(tx, projectId);
    if (locked === null) throw notFound('This project');
    if ((await findMember(tx, granteeId)) === null) throw notFound('This person');
    if (level !== 'manage') await assertStaysManaged(command, locked.project, granteeId);
    return { grant: await writeGrant(command, locked.project, granteeId, level, 'project.granted') };
  });
}

/** Revokes a grant. Causes no error if there is none. @throws AppError NOT_FOUND; INVALID_STATE for the last manager */
export async function revokeGrant(
  app: App,
  on: GrantTarget,
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  const { projectId, granteeId } = on;
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const { tx } = command;
    await lockMemberships(tx, [granteeId]);
    const locked = await lockProject(tx, projectId);
    if (locked === null) throw notFound('This project');
    const before = await findGrant(tx, projectId, granteeId);
    if (before === null) return null;
    await assertStaysManaged(command, locked.project, granteeId);
    await countSeatOf(command, granteeId, () => deleteGrant(tx, projectId, granteeId));
    await app.events.emit('rights.lost', command, [granteeId]);
    command.changeAccess(granteeId);
    rememberGrant(command, projectId, granteeId, before.level, null);
    command.audit({
      act: 'project.grantRevoked',
      ...asAuditObject(locked.project),
      details: { userId: granteeId, before: before.level },
    });
    return null;
  });
}

/**
 * Gives an owner or admin access to a private project. This is a separate command that is audited and recorded in the project's history, so
 * that it never happens unnoticed.
 * @throws AppError NOT_FOUND; INVALID_STATE if their role already gives access
 */
export async function grantMyself(
  app: App,
  on: ProjectTarget,
  requestKey: RequestKey,
): Promise<CommandResult<{ grant: ProjectGrant }>> {
  const { userId, projectId } = on;
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    await lockMemberships(command.tx, [userId]);
    const locked = await lockProject(command.tx, projectId);
    if (locked === null) throw notFound('This project');
    if (!locked.project.isPrivate)
      throw new AppError('INVALID_STATE', 'This project isn’t private, so you already have access.');
    return { grant: await writeGrant(command, locked.project, userId, 'manage', 'project.grantedMyself') };
  });
}

/** Grants management to the user who makes a project private: private projects must always have a manager. */
export async function grantOwnManage(command: Command, project: Project): Promise<void> {
  await writeGrant(command, project, command.userId, 'manage', 'project.granted', true);
}

async function writeGrant(
  command: Command,
  project: Project,
  userId: string,
  level: GrantLevel,
  act: AuditAct,
  isVisible = false,
): Promise<ProjectGrant> {
  const { tx, now } = command;
  const projectId = project.id;
  const before = await findGrant(tx, projectId, userId);
  if (before?.level === level) return before;
  const by = command.userId;
  await countSeatOf(command, userId, async () => {
    // The membership is locked now. Check it again: a concurrent removal would leave a grant without a member.
    if ((await findMember(tx, userId)) === null) throw notFound('This person');
    await putGrant(tx, { projectId, userId, level, by, at: now });
  });
  // The user who makes a project private could already see all of it, so only the grant has to be published.
  if (isVisible) command.put('grant', projectId, null, { id: projectId, level }, personScope(userId));
  else command.changeAccess(userId);
  rememberGrant(command, projectId, userId, before?.level ?? null, level);
  const details = { userId, level, before: before?.level ?? null };
  command.audit({ act, ...asAuditObject(project), details });
  return { userId, level, grantedBy: by, grantedAt: now.toISOString() };
}

export function rememberGrant(
  command: Command,
  projectId: string,
  userId: string,
  before: GrantLevel | null,
  after: GrantLevel | null,
): void {
  const [old, now] = [before, after].map((level) => (level === null ? null : { userId, level }));
  command.remember({ entity: 'project', entityId: projectId, field: 'grant', old, new: now });
}

/** Checks that a private project keeps a manager. @throws AppError INVALID_STATE if the user is the last manager */
async function assertStaysManaged(command: Command, project: Project, userId: string): Promise<void> {
  if (!project.isPrivate) return;
  const { tx } = command;
  const grant = await findGrant(tx, project.id, userId);
  if (grant?.level !== 'manage' || (await hasOtherManager(tx, project.id, userId))) return;
  throw new AppError(
    'INVALID_STATE',
    'A private project needs someone who manages it. Give someone else manage access first.',
  );
}
