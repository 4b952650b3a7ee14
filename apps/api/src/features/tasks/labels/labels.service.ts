import { assertNameFree } from '#features/tasks/custom-fields/unique-names.queries.ts';
import type { Label } from '@hearth/contracts/labels/labels';
import { LIMITS } from '@hearth/contracts/core/limits';
import { runCommand, type RequestKey, type CommandResult } from '#platform/commands/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { PURGED_ROW } from '#platform/sync/index.ts';
import { deleteLabel, insertLabel, lockLabels, lockLabelForDeletion, updateLabel } from './labels.queries.ts';

interface TeamUser {
  teamId: string;
  userId: string;
}
type LabelReply = { label: Label };

export async function createLabel(
  app: App,
  on: TeamUser,
  body: BodyOf<'labels.create'>,
  requestKey: RequestKey,
): Promise<CommandResult<LabelReply>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const others = await lockLabels(command.tx);
    if (others.length >= LIMITS.labelsPerTeam) {
      throw new AppError(
        'INVALID_STATE',
        `A team can have up to ${LIMITS.labelsPerTeam} labels. Delete one first.`,
      );
    }
    assertNameFree('label', body.name, others);
    const label: Label = { id: body.id ?? command.newId(), name: body.name, color: body.color ?? 'gray' };
    await insertLabel(command.tx, label);
    command.put('label', label.id, null, label, 'team');
    return { label };
  });
}

export async function changeLabel(
  app: App,
  on: TeamUser & { labelId: string },
  body: BodyOf<'labels.update'>,
  requestKey: RequestKey,
): Promise<CommandResult<LabelReply>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const all = await lockLabels(command.tx);
    const before = all.find((one) => one.id === on.labelId);
    if (before === undefined) throw notFound('This label');
    const label: Label = { ...before, name: body.name ?? before.name, color: body.color ?? before.color };
    assertNameFree(
      'label',
      label.name,
      all.filter((one) => one !== before),
      before.name,
    );
    await updateLabel(command.tx, label);
    command.put('label', label.id, before, label, 'team');
    return { label };
  });
}

/** Deletes a label and removes it from its tasks. */
export async function removeLabel(
  app: App,
  on: TeamUser & { labelId: string },
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const label = await lockLabelForDeletion(command.tx, on.labelId);
    if (label === null) throw notFound('This label');
    await deleteLabel(command, label.id);
    command.remove('label', label.id, 'team');
    command.remember({ entity: 'label', entityId: label.id, field: PURGED_ROW, old: label, new: null });
    command.audit({ act: 'label.deleted', object: 'label', objectId: label.id, objectName: label.name });
    return null;
  });
}
