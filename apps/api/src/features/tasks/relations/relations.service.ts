import { sql } from 'kysely';
import { LIMITS } from '@hearth/contracts/core/limits';
import { canSee, type Actor } from '@hearth/contracts/permissions/permissions';
import { isOrder, otherEnd, sideOf, toEnds, type Ends } from '@hearth/contracts/relations/relation-values';
import type { Relation } from '@hearth/contracts/relations/relations';
import { visibleTo } from '#features/projects/index.ts';
import {
  runCommand,
  type RequestKey,
  type Command,
  type CommandResult,
  type Scope,
} from '#platform/commands/index.ts';
import { AppError, notFound, notFoundAt, projectArchived } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import {
  deleteRelation,
  doesComeBefore,
  findRelation,
  lockEnds,
  insertRelations,
  isRelated,
  lockRelations,
  putRelationRows,
  readScope,
} from './relations.queries.ts';
import { assertTaskNotArchived, isArchivedWork } from '#features/tasks/model/assert-not-archived.ts';
import { assertStillMay } from '#features/tasks/model/task-rights.ts';

interface TaskTarget {
  teamId: string;
  actor: Actor;
  taskId: string;
}

export async function createRelation(
  app: App,
  on: TaskTarget,
  body: BodyOf<'relations.create'>,
  requestKey: RequestKey,
): Promise<CommandResult<{ relation: Relation }>> {
  const { teamId, actor, taskId } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const { tx } = command;
    await assertTaskNotArchived(command, taskId);
    const isOtherArchived = await isArchivedWork(command, body.otherId);
    await lockRelations(tx);
    const ends = toEnds(taskId, body.side, body.otherId);
    await assertMayRelate(command, on, body.otherId);
    if (isOtherArchived) throw projectArchived();
    await assertFits(command, ends);
    const relation: Relation = {
      id: body.id ?? command.newId(),
      ...ends,
      createdBy: actor.userId,
      createdAt: command.now.toISOString(),
    };
    await insertRelations(tx, [relation]);
    command.logMany(putRelationRows(teamId, sql`r.id = ${relation.id}`));
    rememberOnBoth(command, relation, { isRemoved: false });
    return { relation };
  });
}

export async function removeRelation(
  app: App,
  on: TaskTarget & { relationId: string },
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  const { teamId, actor, taskId, relationId } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const { tx } = command;
    await assertTaskNotArchived(command, taskId);
    await lockRelations(tx);
    const relation = await findRelation(tx, { taskId, visible: visibleTo(actor) }, relationId);
    if (relation === null) throw notFound('This relation');
    // Lock both tasks against moves, because the change is published to users who see both.
    const locked = await lockEnds(tx, [relation.fromId, relation.toId]);
    const own = locked.find(({ id }) => id === taskId);
    const other = locked.find(({ id }) => id === otherEnd(relation, taskId));
    if (own === undefined || other === undefined || !canSee(actor, other)) throw notFound('This relation');
    assertStillMay(actor, 'task.update', own);
    const scope = (await readScope(tx, relationId)) as Scope;
    if (!(await deleteRelation(tx, relationId))) throw notFound('This relation');
    command.remove('relation', relationId, scope);
    rememberOnBoth(command, relation, { isRemoved: true });
    return null;
  });
}

async function assertMayRelate(
  { tx }: Command,
  { actor, taskId }: TaskTarget,
  otherId: string,
): Promise<void> {
  const locked = await lockEnds(tx, [taskId, otherId]);
  const [own, other] = [taskId, otherId].map((id) => locked.find((one) => one.id === id));
  if (own === undefined) throw notFound('This task');
  assertStillMay(actor, 'task.update', own);
  if (other === undefined || !canSee(actor, other)) throw notFoundAt('otherId', 'a task you have access to');
  for (const end of [own, other]) {
    if (end.relations < LIMITS.relations) continue;
    throw new AppError(
      'INVALID_STATE',
      `A task can have up to ${LIMITS.relations} relations. Remove one first.`,
    );
  }
}

async function assertFits({ tx }: Command, ends: Ends): Promise<void> {
  const refuse = (code: 'CIRCULAR' | 'CONFLICT', message: string) =>
    new AppError(code, message, { errors: [{ path: 'otherId', message }] });
  if (ends.fromId === ends.toId) throw refuse('CIRCULAR', 'A task can’t be related to itself.');
  if (await isRelated(tx, ends)) throw refuse('CONFLICT', 'These tasks are already related this way.');
  if (isOrder(ends.kind) && (await doesComeBefore(tx, ends.toId, ends.fromId))) {
    throw refuse('CIRCULAR', 'These tasks would end up waiting for each other.');
  }
}

/** Records the relation in the history of both tasks. */
function rememberOnBoth(command: Command, relation: Relation, { isRemoved }: { isRemoved: boolean }): void {
  for (const taskId of [relation.fromId, relation.toId]) {
    const other = otherEnd(relation, taskId);
    command.remember({
      entity: 'task',
      entityId: taskId,
      field: sideOf(relation, taskId),
      old: isRemoved ? other : null,
      new: isRemoved ? null : other,
    });
  }
}
