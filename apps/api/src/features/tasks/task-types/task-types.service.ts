import { assertNameFree } from '#features/tasks/custom-fields/unique-names.queries.ts';
import { LIMITS } from '@hearth/contracts/core/limits';
import { DEFAULT_TASK_TYPES } from '@hearth/contracts/task-types/task-type-values';
import type { TaskType } from '@hearth/contracts/task-types/task-types';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { assertPosition, makeKeyAfter, makeKeys } from '#platform/order-keys.ts';
import {
  insertTaskTypes,
  deleteLockedTaskType,
  lockTaskTypes,
  rejoinTaskType,
  updateTaskType,
} from './task-types.queries.ts';

interface TeamUser {
  teamId: string;
  userId: string;
}
type TaskTypeTarget = TeamUser & { typeId: string };
type TypeReply = { taskType: TaskType };

/** Creates the default task types of a new team, within the command that creates it. */
export async function seedTaskTypes(command: Command): Promise<void> {
  const positions = makeKeys(DEFAULT_TASK_TYPES.length);
  const types = DEFAULT_TASK_TYPES.map((type, at) => ({
    id: command.newId(),
    ...type,
    position: positions[at] ?? '',
  }));
  await insertTaskTypes(command.tx, types);
  for (const type of types) command.put('taskType', type.id, null, type, 'team');
}

export async function createTaskType(
  app: App,
  on: TeamUser,
  body: BodyOf<'taskTypes.create'>,
  requestKey: RequestKey,
): Promise<CommandResult<TypeReply>> {
  assertPosition(body.position);
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const { living } = await lockTaskTypes(command.tx);
    assertRoom(living);
    assertNameFree('type', body.name, living);
    const taskType: TaskType = {
      id: body.id ?? command.newId(),
      name: body.name,
      icon: body.icon ?? 'task',
      color: body.color ?? 'gray',
      position: body.position ?? makeKeyAfter(living.at(-1)?.position ?? null),
    };
    await insertTaskTypes(command.tx, [taskType]);
    command.put('taskType', taskType.id, null, taskType, 'team');
    return { taskType };
  });
}

export async function changeTaskType(
  app: App,
  on: TaskTypeTarget,
  body: BodyOf<'taskTypes.update'>,
  requestKey: RequestKey,
): Promise<CommandResult<TypeReply>> {
  assertPosition(body.position);
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const { living } = await lockTaskTypes(command.tx);
    const before = living.find(({ id }) => id === on.typeId);
    if (before === undefined) throw notFound('This type');
    const taskType: TaskType = {
      ...before,
      name: body.name ?? before.name,
      icon: body.icon ?? before.icon,
      color: body.color ?? before.color,
      position: body.position ?? before.position,
    };
    const others = living.filter((one) => one !== before);
    assertNameFree('type', taskType.name, others, before.name);
    await updateTaskType(command.tx, taskType);
    command.put('taskType', taskType.id, before, taskType, 'team');
    return { taskType };
  });
}

/** Deletes a type and removes it from its tasks. Restoring the type sets it on these tasks again. */
export async function removeTaskType(
  app: App,
  on: TaskTypeTarget,
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const { living } = await lockTaskTypes(command.tx);
    const type = living.find(({ id }) => id === on.typeId);
    if (type === undefined) throw notFound('This type');
    await deleteLockedTaskType(command, type.id);
    command.remove('taskType', type.id, 'team');
    command.audit({
      act: 'taskType.deleted',
      object: 'taskType',
      objectId: type.id,
      objectName: type.name,
    });
    return null;
  });
}

/** Restores a deleted type. Sets it again on its former tasks that have no other type. */
export async function restoreTaskType(
  app: App,
  on: TaskTypeTarget,
  requestKey: RequestKey,
): Promise<CommandResult<TypeReply>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const { living, deleted } = await lockTaskTypes(command.tx);
    const existing = living.find(({ id }) => id === on.typeId);
    // Idempotent: a concurrent request has already restored the type.
    if (existing !== undefined) return { taskType: existing };
    const taskType = deleted.find(({ id }) => id === on.typeId);
    if (taskType === undefined) throw notFound('This type');
    assertRoom(living);
    assertNameFree('type', taskType.name, living);
    await rejoinTaskType(command, taskType.id);
    command.put('taskType', taskType.id, null, taskType, 'team');
    command.audit({
      act: 'taskType.restored',
      object: 'taskType',
      objectId: taskType.id,
      objectName: taskType.name,
    });
    return { taskType };
  });
}

function assertRoom(living: readonly TaskType[]): void {
  if (living.length < LIMITS.taskTypesPerTeam) return;
  throw new AppError(
    'INVALID_STATE',
    `A team can have up to ${LIMITS.taskTypesPerTeam} task types. Delete one first.`,
  );
}
