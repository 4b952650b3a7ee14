import type { SyncRows } from '@hearth/contracts/sync';
import {
  compareByPosition,
  defineRecipe,
  keyAt,
  updateCommand,
  type Command,
  type TeamStore,
  type View,
} from '#platform/sync/index.ts';

export type TeamField = SyncRows['field'];
type FieldChange = Partial<
  Pick<TeamField, 'name' | 'options' | 'currency' | 'formula' | 'result' | 'position'>
>;

export function fieldsInOrder(store: TeamStore): View<'field'> {
  return store.sharedView('fields', { entity: 'field', compare: compareByPosition });
}

/** Creates a field after the existing ones. */
export function createField(
  store: TeamStore,
  fields: Pick<TeamField, 'name' | 'type' | 'options' | 'currency' | 'formula' | 'result'>,
  id = store.newId(),
): Command {
  const order = fieldsInOrder(store).ids();
  const position = keyAt(order, order.length, (one) => store.row('field', one));
  const row: TeamField = { id, ...fields, position };
  return {
    route: 'POST /teams/{teamId}/fields',
    params: { teamId: store.teamId },
    body: { ...row },
    effects: [{ entity: 'field', id, op: 'put', fields: { ...row } }],
    text: fields.name,
    inverse: { kind: 'whole', by: deleteAgain(id) },
  };
}

export function updateField(store: TeamStore, id: string, fields: FieldChange): Command {
  return updateCommand(store, {
    entity: 'field',
    id,
    route: 'PATCH /teams/{teamId}/fields/{fieldId}',
    params: { teamId: store.teamId, fieldId: id },
    fields: { ...fields },
  });
}

/** Moves a field one position up or down. */
export function moveField(store: TeamStore, id: string, step: 1 | -1): Command {
  const order = fieldsInOrder(store).ids();
  const others = order.filter((one) => one !== id);
  const position = keyAt(others, order.indexOf(id) + step, (one) => store.row('field', one));
  return updateField(store, id, { position });
}

/** Soft-deletes a field. Its values are kept and restored with it. */
export function deleteField(store: TeamStore, id: string): Command {
  const row = store.row('field', id);
  return {
    route: 'DELETE /teams/{teamId}/fields/{fieldId}',
    params: { teamId: store.teamId, fieldId: id },
    effects: [{ entity: 'field', id, op: 'delete' }],
    inverse: row && { kind: 'whole', by: restoreAgain(row) },
  };
}

const deleteAgain = defineRecipe('delete field', (store, id: string) =>
  store.row('field', id) === undefined ? null : deleteField(store, id),
);

/** Restores a deleted field with its former properties. */
function restoreField(store: TeamStore, row: TeamField): Command {
  return {
    route: 'POST /teams/{teamId}/fields/{fieldId}/restore',
    params: { teamId: store.teamId, fieldId: row.id },
    effects: [{ entity: 'field', id: row.id, op: 'put', fields: row }],
    inverse: { kind: 'whole', by: deleteAgain(row.id) },
  };
}

const restoreAgain = defineRecipe('restore field', restoreField);
