import type { SyncRows } from '@hearth/contracts/sync';
import {
  defineRecipe,
  keyAt,
  keysAtEnd,
  type Command,
  type Effect,
  type TeamStore,
} from '#platform/sync/index.ts';

type OwnTask = SyncRows['ownTask'];
export type OwnFields = Partial<Omit<OwnTask, 'taskId'>>;

export interface OwnChange {
  taskId: string;
  fields: OwnFields;
}

/** What this person keeps about a task for themselves. */
export function ownOf(store: TeamStore, taskId: string): OwnTask {
  return store.row('ownTask', taskId) ?? { taskId, position: null, snoozedUntil: null };
}

/** Puts tasks out of one's own sight until a day; null = they are back. */
export function snoozeTasks(store: TeamStore, ids: readonly string[], until: string | null): Command | null {
  return changeOwn(
    store,
    ids.map((taskId) => ({ taskId, fields: { snoozedUntil: until } })),
  );
}

/**
 * Puts a task into one's own order: at the place `index` among the `others` of its section. Those that have a place come
 * before those that stand where their date puts them, so all above it get one as well.
 */
export function placeOwn(
  store: TeamStore,
  taskId: string,
  others: readonly string[],
  index: number,
): Command | null {
  const above = others.slice(0, index);
  const rowOf = (id: string): { position: string } | undefined => {
    const { position } = ownOf(store, id);
    return position === null ? undefined : { position };
  };
  const placed = others.filter((id) => rowOf(id) !== undefined);
  const unplaced = above.filter((id) => rowOf(id) === undefined);
  if (unplaced.length === 0) {
    const position = keyAt(placed, index, rowOf);
    return changeOwn(store, [{ taskId, fields: { position } }]);
  }
  const moved = [...unplaced, taskId];
  const keys = keysAtEnd(placed, moved.length, rowOf);
  return changeOwn(
    store,
    moved.map((id, at) => ({ taskId: id, fields: { position: keys[at] ?? null } })),
  );
}

function changeOwn(store: TeamStore, changes: readonly OwnChange[]): Command | null {
  const real = changes.filter(({ taskId, fields }) => {
    const now = ownOf(store, taskId);
    return Object.entries(fields).some(([name, value]) => now[name as keyof OwnFields] !== value);
  });
  if (real.length === 0) return null;
  const before = real.map(({ taskId }): OwnChange => {
    const { taskId: _id, ...fields } = ownOf(store, taskId);
    return { taskId, fields };
  });
  return {
    route: 'PATCH /teams/{teamId}/own-tasks',
    params: { teamId: store.teamId },
    body: { taskIds: real.map(({ taskId }) => taskId), each: real.map(({ fields }) => fields) },
    effects: real.map((change) => seeChange(store, change)),
    inverse: { kind: 'whole', by: changeAgain(before) },
  };
}

const changeAgain = defineRecipe('change own tasks', changeOwn);

function seeChange(store: TeamStore, { taskId, fields }: OwnChange): Effect {
  const now = { ...ownOf(store, taskId), ...fields };
  if (now.position === null && now.snoozedUntil === null)
    return { entity: 'ownTask', id: taskId, op: 'delete' };
  const op = store.row('ownTask', taskId) === undefined ? 'put' : 'patch';
  return { entity: 'ownTask', id: taskId, op, fields: now };
}
