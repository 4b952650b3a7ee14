import type { SyncRows } from '@hearth/contracts/sync';
import type { StatusCategory } from '@hearth/contracts/model/task-values';
import {
  reviveAs,
  defineRecipe,
  keyAt,
  updateCommand,
  type Command,
  type TeamStore,
} from '#platform/sync/index.ts';
import { statusesInOrder } from '#features/tasks/model/tasks.data.ts';

type Status = SyncRows['status'];
type StatusFields = Partial<Pick<Status, 'name' | 'category' | 'color' | 'position'>>;

/** Creates a status after the existing ones. */
export function createStatus(
  store: TeamStore,
  fields: Pick<Status, 'name' | 'category' | 'color'> & { position?: string },
): Command {
  // Use a new id for each call. Creates are idempotent by id, so a reused id would have no effect.
  const id = store.newId();
  const order = statusesInOrder(store).ids();
  const position = fields.position ?? keyAt(order, order.length, (one) => store.row('status', one));
  const row: Status = { id, ...fields, position };
  return {
    route: 'POST /teams/{teamId}/statuses',
    params: { teamId: store.teamId },
    body: { ...row },
    effects: [{ entity: 'status', id, op: 'put', fields: { ...row } }],
    text: fields.name,
    inverse: { kind: 'whole', by: deleteAgain(id) },
  };
}

export function updateStatus(store: TeamStore, id: string, fields: StatusFields): Command {
  return updateCommand(store, {
    entity: 'status',
    id,
    route: 'PATCH /teams/{teamId}/statuses/{statusId}',
    params: { teamId: store.teamId, statusId: id },
    fields: { ...fields },
  });
}

/** Moves a status one position up or down. */
export function moveStatus(store: TeamStore, id: string, step: 1 | -1): Command {
  const order = statusesInOrder(store).ids();
  const others = order.filter((one) => one !== id);
  const position = keyAt(others, order.indexOf(id) + step, (one) => store.row('status', one));
  return updateStatus(store, id, { position });
}

/** Deletes an unused status. */
export function deleteStatus(store: TeamStore, id: string): Command {
  const row = store.row('status', id);
  return {
    route: 'DELETE /teams/{teamId}/statuses/{statusId}',
    params: { teamId: store.teamId, statusId: id },
    effects: [{ entity: 'status', id, op: 'delete' }],
    inverse: row && { kind: 'whole', by: createAgain(row) },
  };
}

const deleteAgain = defineRecipe('delete status', (store, id: string) =>
  store.row('status', id) === undefined ? null : deleteStatus(store, id),
);
const createAgain = defineRecipe('create status', (store, { id, ...fields }: Status) =>
  reviveAs(id, createStatus(store, fields)),
);

/** Status categories that must not become empty because new and completed tasks need a status. */
const NEEDED: ReadonlySet<StatusCategory> = new Set(['unstarted', 'completed']);

/** Whether a status is the only one left in a required category. */
export function isNeeded(status: Status, all: readonly Status[]): boolean {
  return (
    NEEDED.has(status.category) &&
    !all.some((other) => other.id !== status.id && other.category === status.category)
  );
}
