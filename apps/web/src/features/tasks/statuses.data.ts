import type { SyncRows } from '@hearth/contracts/sync';
import { keyAt, updateCommand, type Command, type TeamStore } from '#platform/sync/index.ts';
import { statusesInOrder } from './tasks.data.ts';

type Status = SyncRows['status'];

export function createStatus(
  store: TeamStore,
  fields: Pick<Status, 'name' | 'category'> & { color?: Status['color'] },
  id = store.newId(),
): Command {
  const position = placeIn(store, Infinity);
  const row: Status = { id, color: 'gray', ...fields, position };
  return {
    route: 'POST /teams/{teamId}/statuses',
    params: { teamId: store.teamId },
    body: { id, ...fields, position },
    effects: [{ entity: 'status', id, op: 'put', fields: row }],
    text: fields.name,
    inverse: { kind: 'whole', build: () => (store.row('status', id) ? deleteStatus(store, id) : null) },
  };
}

export function updateStatus(
  store: TeamStore,
  id: string,
  fields: Partial<Pick<Status, 'name' | 'category' | 'color' | 'position'>>,
): Command {
  return updateCommand(store, {
    entity: 'status',
    id,
    route: 'PATCH /teams/{teamId}/statuses/{statusId}',
    params: { teamId: store.teamId, statusId: id },
    fields: { ...fields },
  });
}

/** `index` counts among the other statuses. */
export function moveStatus(store: TeamStore, id: string, index: number): Command {
  return updateStatus(store, id, { position: placeIn(store, index, id) });
}

/** The server refuses it while a task has the status. */
export function deleteStatus(store: TeamStore, id: string): Command {
  return {
    route: 'DELETE /teams/{teamId}/statuses/{statusId}',
    params: { teamId: store.teamId, statusId: id },
    effects: [{ entity: 'status', id, op: 'delete' }],
  };
}

function placeIn(store: TeamStore, index: number, without?: string): string {
  const others = statusesInOrder(store)
    .ids()
    .filter((id) => id !== without);
  return keyAt(others, Math.min(index, others.length), (id) => store.row('status', id));
}
