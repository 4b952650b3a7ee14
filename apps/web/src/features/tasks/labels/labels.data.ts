import { COLORS, type Color } from '@hearth/contracts/core/colors';
import type { SyncRows } from '@hearth/contracts/sync';
import { updateCommand, type Command, type TeamStore, type View } from '#platform/sync/index.ts';
import { compareNames } from '#ui/format/formats.ts';

type Label = SyncRows['label'];

export function labelsByName(store: TeamStore): View<'label'> {
  return store.sharedView('labels', { entity: 'label', compare: (a, b) => compareNames(a.name, b.name) });
}

/** Returns the least used color so that new labels are easy to distinguish. Gray is used only if chosen explicitly. */
export function pickColor(labels: readonly Pick<Label, 'color'>[]): Color {
  const [, ...colors] = COLORS;
  const count = (color: Color) => labels.filter((label) => label.color === color).length;
  return colors.reduce((best, color) => (count(color) < count(best) ? color : best));
}

/**
 * Creates a label. Undo removes the label from the task it was created for. It does not delete the label because other tasks may already
 * use it.
 */
export function createLabel(store: TeamStore, name: string, id = store.newId()): Command {
  const fields = { id, name, color: pickColor(store.all('label')) };
  return {
    route: 'POST /teams/{teamId}/labels',
    params: { teamId: store.teamId },
    body: fields,
    effects: [{ entity: 'label', id, op: 'put', fields }],
    text: name,
  };
}

export function updateLabel(
  store: TeamStore,
  id: string,
  fields: Partial<Pick<Label, 'name' | 'color'>>,
): Command {
  return updateCommand(store, {
    entity: 'label',
    id,
    route: 'PATCH /teams/{teamId}/labels/{labelId}',
    params: { teamId: store.teamId, labelId: id },
    fields: { ...fields },
  });
}

/**
 * Deletes a label from the team and from every task. There is no undo, because a single command cannot restore all
 * references.
 */
export function deleteLabel(store: TeamStore, id: string): Command {
  return {
    route: 'DELETE /teams/{teamId}/labels/{labelId}',
    params: { teamId: store.teamId, labelId: id },
    effects: [{ entity: 'label', id, op: 'delete' }],
  };
}
