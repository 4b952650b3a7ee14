import { LIMITS } from '@hearth/contracts/core/limits';
import { isSame } from '@hearth/contracts/core/same';
import type { Milestone } from '@hearth/contracts/milestones/milestones';
import { findProject } from '#features/projects/index.ts';
import {
  runCommand,
  workScope,
  type RequestKey,
  type Command,
  type CommandResult,
} from '#platform/commands/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { assertPosition, makeKeyAfter } from '#platform/order-keys.ts';
import { assertProjectNotArchived } from '#features/tasks/model/assert-not-archived.ts';
import {
  countMilestones,
  insertMilestone,
  deleteLockedMilestone,
  lockMilestone,
  rejoinMilestone,
  updateMilestone,
} from './milestones.queries.ts';

interface ProjectTarget {
  teamId: string;
  userId: string;
  projectId: string;
}
type MilestoneTarget = ProjectTarget & { milestoneId: string };
type MilestoneReply = { milestone: Milestone };

/** Adds a milestone after the existing ones unless the request gives a position. */
export async function createMilestone(
  app: App,
  on: ProjectTarget,
  body: BodyOf<'milestones.create'>,
  requestKey: RequestKey,
): Promise<CommandResult<MilestoneReply>> {
  assertPosition(body.position);
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    await assertProjectNotArchived(command, on.projectId);
    const { last } = await assertRoom(command, on.projectId);
    const now = command.now.toISOString();
    const milestone: Milestone = {
      id: body.id ?? command.newId(),
      projectId: on.projectId,
      name: body.name,
      description: body.description ?? '',
      targetDate: body.targetDate ?? null,
      position: body.position ?? makeKeyAfter(last),
      createdBy: on.userId,
      createdAt: now,
      updatedAt: now,
    };
    await insertMilestone(command.tx, milestone);
    command.put('milestone', milestone.id, null, milestone, workScope(on.projectId));
    return { milestone };
  });
}

export async function changeMilestone(
  app: App,
  on: MilestoneTarget,
  body: BodyOf<'milestones.update'>,
  requestKey: RequestKey,
): Promise<CommandResult<MilestoneReply>> {
  assertPosition(body.position);
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    await assertProjectNotArchived(command, on.projectId);
    const before = await lockMilestone(command.tx, on, { isDeleted: false });
    if (before === null) throw notFound('This milestone');
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const changed: Milestone = { ...before, ...given };
    if (isSame(changed, before)) return { milestone: before };
    const milestone = { ...changed, updatedAt: command.now.toISOString() };
    await updateMilestone(command.tx, milestone);
    command.put('milestone', milestone.id, before, milestone, workScope(on.projectId));
    return { milestone };
  });
}

/** Deletes a milestone and removes it from its tasks. Restoring the milestone sets it on these tasks again. */
export async function removeMilestone(
  app: App,
  on: MilestoneTarget,
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    await assertProjectNotArchived(command, on.projectId);
    const milestone = await lockMilestone(command.tx, on, { isDeleted: false });
    if (milestone === null) throw notFound('This milestone');
    await deleteLockedMilestone(command, milestone.id);
    command.remove('milestone', milestone.id, workScope(on.projectId));
    return null;
  });
}

export async function restoreMilestone(
  app: App,
  on: MilestoneTarget,
  requestKey: RequestKey,
): Promise<CommandResult<MilestoneReply>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    await assertProjectNotArchived(command, on.projectId);
    const milestone = await lockMilestone(command.tx, on, { isDeleted: true });
    if (milestone === null) {
      // Idempotent: a concurrent request has already restored the milestone.
      const live = await lockMilestone(command.tx, on, { isDeleted: false });
      if (live === null) throw notFound('This milestone');
      return { milestone: live };
    }
    await assertRoom(command, on.projectId);
    await rejoinMilestone(command, milestone.id);
    command.put('milestone', milestone.id, null, milestone, workScope(on.projectId));
    return { milestone };
  });
}

/** @throws AppError NOT_FOUND if the project has been trashed since, INVALID_STATE if it is at its milestone limit */
async function assertRoom(
  { tx }: Command,
  projectId: string,
): Promise<{ count: number; last: string | null }> {
  if ((await findProject(tx, projectId)) === null) throw notFound('This project');
  const usage = await countMilestones(tx, projectId);
  if (usage.count >= LIMITS.milestonesPerProject)
    throw new AppError(
      'INVALID_STATE',
      `A project can have up to ${LIMITS.milestonesPerProject} milestones. Delete one first.`,
    );
  return usage;
}
