import type { SyncRows } from '@hearth/contracts/sync';
import { call } from '#platform/api/api-client.ts';
import {
  defineRecipe,
  keyAt,
  reviveAs,
  keysAtEnd,
  updateCommand,
  type Command,
  type OlderPage,
  type TeamStore,
} from '#platform/sync/index.ts';
import { createSubTasks } from '#features/tasks/sub-tasks/sub-tasks.data.ts';
import { checklistByTask } from '#features/tasks/model/tasks.data.ts';

type Item = SyncRows['checklistItem'];
type Task = SyncRows['task'];
type ItemFields = Partial<Pick<Item, 'title' | 'isDone' | 'position'>>;

type NewItem = Pick<Item, 'title' | 'isDone'>;

/** Adds items at the end of the checklist. If `index` is given, adds a single item after the one at that index. */
export function createItems(
  store: TeamStore,
  taskId: string,
  lines: readonly (string | NewItem)[],
  index?: number,
): Command[] {
  const ids = checklistByTask(store).ids(taskId);
  const rowOf = (id: string) => store.row('checklistItem', id);
  const items = lines.map((line): NewItem =>
    typeof line === 'string' ? { title: line, isDone: false } : { title: line.title, isDone: line.isDone },
  );
  const [only] = items;
  if (index !== undefined && index < ids.length - 1 && items.length === 1 && only !== undefined)
    return [createItem(store, { taskId, ...only, position: keyAt(ids, index + 1, rowOf) })];
  const keys = keysAtEnd(ids, items.length, rowOf);
  return items.map((item, at) => createItem(store, { taskId, ...item, position: keys[at] ?? '' }));
}

function createItem(store: TeamStore, fields: Omit<Item, 'id'>): Command {
  // Use a new id for each call. Creates are idempotent by id, so a reused id would have no effect.
  const id = store.newId();
  const row: Item = { id, ...fields };
  const { taskId, ...body } = fields;
  return {
    route: 'POST /teams/{teamId}/tasks/{taskId}/checklist',
    params: { teamId: store.teamId, taskId },
    body: { id, ...body },
    effects: [{ entity: 'checklistItem', id, op: 'put', fields: { ...row } }],
    text: fields.title,
    inverse: { kind: 'whole', by: deleteAgain(id) },
  };
}

/** Recreates a deleted item at its former position, or at the end if that position is unknown. */
export function makeItemAgain(
  store: TeamStore,
  taskId: string,
  { title, isDone, position }: Pick<Item, 'title' | 'isDone'> & { position?: string },
): Command {
  const [end = ''] = keysAtEnd(checklistByTask(store).ids(taskId), 1, (id) => store.row('checklistItem', id));
  return createItem(store, { taskId, title, isDone, position: position ?? end });
}

export function updateItem(store: TeamStore, item: Item, fields: ItemFields): Command {
  return updateCommand(store, {
    entity: 'checklistItem',
    id: item.id,
    route: 'PATCH /teams/{teamId}/tasks/{taskId}/checklist/{itemId}',
    params: { teamId: store.teamId, taskId: item.taskId, itemId: item.id },
    fields: { ...fields },
  });
}

/** Moves an item within its checklist. `index` does not count the item itself. */
export function moveItem(store: TeamStore, item: Item, index: number): Command {
  const others = checklistByTask(store)
    .ids(item.taskId)
    .filter((id) => id !== item.id);
  return updateItem(store, item, {
    position: keyAt(others, index, (id) => store.row('checklistItem', id)),
  });
}

export function deleteItem(store: TeamStore, item: Item): Command {
  const { id } = item;
  return {
    route: 'DELETE /teams/{teamId}/tasks/{taskId}/checklist/{itemId}',
    params: { teamId: store.teamId, taskId: item.taskId, itemId: id },
    effects: [{ entity: 'checklistItem', id, op: 'delete' }],
    inverse: { kind: 'whole', by: createAgain(item) },
  };
}

const createAgain = defineRecipe('create step', (store, { id, ...fields }: Item) =>
  reviveAs(id, createItem(store, fields)),
);
const deleteAgain = defineRecipe('delete step', (store, id: string) => {
  const now = store.row('checklistItem', id);
  return now === undefined ? null : deleteItem(store, now);
});

/** Converts an item into a sub-task, as one undo step. */
export function turnIntoSubTask(store: TeamStore, task: Task, item: Item): Command[] {
  return [...createSubTasks(store, task, [item.title]), deleteItem(store, item)];
}

/** The maximum page size and the maximum number of items in a checklist. */
const PAGE = 200;

/** Loads the checklist items of an opened task that is outside the working set. */
export async function loadItems(store: TeamStore, taskId: string): Promise<void> {
  const { teamId } = store;
  await store.loadRows('checklistItem', async (): Promise<OlderPage<'checklistItem'>> => {
    const { items } = await call('GET /teams/{teamId}/tasks/{taskId}/checklist', {
      params: { teamId, taskId },
      query: { limit: PAGE },
    });
    return { rows: items, nextCursor: null };
  });
}
