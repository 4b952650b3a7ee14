import { LIMITS } from '@hearth/contracts/core/limits';
import { isSame } from '@hearth/contracts/core/same';
import { DEFAULT_STATUSES, isClosed, type StatusCategory } from '@hearth/contracts/model/task-values';
import type { Status } from '@hearth/contracts/tasks/tasks';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { assertPosition, makeKeyAfter, makeKeys } from '#platform/order-keys.ts';
import { PURGED_ROW } from '#platform/sync/index.ts';
import {
  deleteStatus,
  insertStatuses,
  isStatusInUse,
  lockStatuses,
  recategorizeTasks,
  updateStatus,
} from './statuses.queries.ts';
import { putRows } from '#features/tasks/model/task-log.queries.ts';
import { sql } from 'kysely';

interface TeamUser {
  teamId: string;
  userId: string;
}
type StatusReply = { status: Status };

/** A board needs a column for unstarted tasks and a column for completed tasks. */
const NEEDED: ReadonlySet<StatusCategory> = new Set(['unstarted', 'completed']);

/** Creates the default statuses of a new team, within the command that creates it. */
export async function seedStatuses(command: Command): Promise<void> {
  const positions = makeKeys(DEFAULT_STATUSES.length);
  const statuses = DEFAULT_STATUSES.map((status, index) => ({
    id: command.newId(),
    ...status,
    position: positions[index] ?? '',
  }));
  await insertStatuses(command.tx, statuses);
  for (const status of statuses) command.put('status', status.id, null, status, 'team');
}

export async function createStatus(
  app: App,
  on: TeamUser,
  body: BodyOf<'statuses.create'>,
  requestKey: RequestKey,
): Promise<CommandResult<StatusReply>> {
  assertPosition(body.position);
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const others = await lockStatuses(command.tx);
    if (others.length >= LIMITS.statusesPerTeam) {
      throw new AppError(
        'INVALID_STATE',
        `A team can have up to ${LIMITS.statusesPerTeam} statuses. Delete one first.`,
      );
    }
    const status: Status = {
      id: body.id ?? command.newId(),
      name: body.name,
      category: body.category,
      color: body.color ?? 'gray',
      position: body.position ?? makeKeyAfter(others.at(-1)?.position ?? null),
    };
    await insertStatuses(command.tx, [status]);
    command.put('status', status.id, null, status, 'team');
    return { status };
  });
}

/** Changes a status. A new category closes or reopens its tasks and starts a new state span for each. */
export async function changeStatus(
  app: App,
  on: TeamUser & { statusId: string },
  body: BodyOf<'statuses.update'>,
  requestKey: RequestKey,
): Promise<CommandResult<StatusReply>> {
  assertPosition(body.position);
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const { before, others } = await takeStatus(command, on.statusId);
    const status: Status = {
      ...before,
      name: body.name ?? before.name,
      category: body.category ?? before.category,
      color: body.color ?? before.color,
      position: body.position ?? before.position,
    };
    if (isSame(status, before)) return { status };
    if (status.category !== before.category) assertStillNeeded(before, others);
    await updateStatus(command.tx, status);
    command.put('status', status.id, before, status, 'team');
    if (status.category !== before.category) {
      await recategorizeTasks(command, status, isClosed(status.category));
      command.logMany(putRows(on.teamId, sql`t.status_id = ${status.id} and t.deleted_at is null`));
    }
    return { status };
  });
}

/** Deletes an unused status. */
export async function removeStatus(
  app: App,
  on: TeamUser & { statusId: string },
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const { before, others } = await takeStatus(command, on.statusId);
    assertStillNeeded(before, others);
    if (await isStatusInUse(command.tx, on.statusId)) {
      throw new AppError(
        'INVALID_STATE',
        `Some tasks, maybe in the trash, still have the status “${before.name}”. Give them another one first.`,
      );
    }
    await deleteStatus(command.tx, on.statusId);
    command.remove('status', on.statusId, 'team');
    command.remember({ entity: 'status', entityId: on.statusId, field: PURGED_ROW, old: before, new: null });
    command.audit({
      act: 'status.deleted',
      object: 'status',
      objectId: on.statusId,
      objectName: before.name,
    });
    return null;
  });
}

async function takeStatus(command: Command, statusId: string): Promise<{ before: Status; others: Status[] }> {
  const all = await lockStatuses(command.tx);
  const before = all.find((one) => one.id === statusId);
  if (before === undefined) throw notFound('This status');
  return { before, others: all.filter((one) => one !== before) };
}

function assertStillNeeded(status: Status, others: readonly Status[]): void {
  if (!NEEDED.has(status.category) || others.some((one) => one.category === status.category)) return;
  throw new AppError(
    'INVALID_STATE',
    `“${status.name}” is the last ${status.category} status. A team needs at least one.`,
  );
}
