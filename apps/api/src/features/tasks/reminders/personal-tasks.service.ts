import { isSame } from '@hearth/contracts/core/same';
import type { PersonalTask, PersonalTaskFields } from '@hearth/contracts/reminders/personal-tasks';
import { armReminder, nextInstant } from '@hearth/contracts/reminders/reminder-values';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { personScope, runCommand, type RequestKey, type CommandResult } from '#platform/commands/index.ts';
import { invalidField } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { isOrderKey } from '#platform/order-keys.ts';
import { assertMayOnEach } from '#features/tasks/model/bulk-rights.ts';
import { remindLater } from './reminders.ts';
import { lockPersonalTaskRows, lockWork, writePersonalTasks } from './personal-tasks.queries.ts';

/**
 * Changes a user's personal data of tasks. The change is published only to that user's devices. It is not recorded in the history, because
 * it does not change the tasks.
 */
export async function changePersonalTasks(
  app: App,
  { teamId, actor }: { teamId: string; actor: Actor },
  body: BodyOf<'ownTasks.update'>,
  requestKey: RequestKey,
): Promise<CommandResult<{ tasks: PersonalTask[] }>> {
  const { taskIds, each, ...common } = body;
  assertPosition('position', common);
  each?.forEach((fields, at) => assertPosition(`each.${at}.position`, fields));
  const { userId } = actor;
  return await runCommand(app, { teamId, userId, requestKey }, async (command) => {
    const work = await lockWork(command.tx, taskIds);
    assertMayOnEach(actor, 'task.read', 'taskIds', taskIds, work);
    const before = await lockPersonalTaskRows(command.tx, userId, taskIds);
    const after = taskIds.map((taskId, at): PersonalTask => {
      const old = before.get(taskId) ?? { taskId, position: null, snoozedUntil: null, reminders: [] };
      const { reminders, ...fields } = { ...dropUnset(common), ...dropUnset(each?.[at] ?? {}) };
      const dates = work.get(taskId);
      if (reminders === undefined || dates === undefined) return { ...old, ...fields };
      const known = new Map(old.reminders.map((one) => [one.id, one]));
      const armed = reminders.map((reminder) =>
        armReminder(known.get(reminder.id), reminder, dates, command.now),
      );
      return { ...old, ...fields, reminders: armed };
    });
    const emptied = after.filter(isEmpty).map(({ taskId }) => taskId);
    const filled = after.filter((own) => !isEmpty(own));
    await writePersonalTasks(command.tx, userId, filled, emptied);
    const changed = filled.filter((own) => !isSame(before.get(own.taskId), own));
    for (const own of changed) command.put('ownTask', own.taskId, null, own, personScope(userId));
    const instants = changed.map(({ reminders }) => nextInstant(reminders));
    await remindLater(command, userId, instants);
    for (const taskId of emptied)
      if (before.has(taskId)) command.remove('ownTask', taskId, personScope(userId));
    return { tasks: after };
  });
}

function isEmpty({ position, snoozedUntil, reminders }: PersonalTask): boolean {
  return position === null && snoozedUntil === null && reminders.length === 0;
}

function dropUnset(fields: PersonalTaskFields): PersonalTaskFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function assertPosition(path: string, { position }: PersonalTaskFields): void {
  if (typeof position === 'string' && !isOrderKey(position)) throw invalidField(path, 'must be an order key');
}
