import { DEFAULT_TASK_TYPES } from '@hearth/contracts/task-types/task-type-values';
import {
  defineRecipe,
  keyAt,
  keysAtEnd,
  updateCommand,
  type Command,
  type TeamStore,
} from '#platform/sync/index.ts';
import { typesInOrder, type TaskType } from './task-types.ts';

type TypeFields = Partial<Omit<TaskType, 'id'>>;

/** Creates a type after the existing ones. */
export function createTaskType(
  store: TeamStore,
  fields: Omit<TaskType, 'id' | 'position'> & { position?: string },
  id = store.newId(),
): Command {
  const order = typesInOrder(store).ids();
  const position = fields.position ?? keyAt(order, order.length, (one) => store.row('taskType', one));
  const row: TaskType = { id, ...fields, position };
  return {
    route: 'POST /teams/{teamId}/task-types',
    params: { teamId: store.teamId },
    body: { ...row },
    effects: [{ entity: 'taskType', id, op: 'put', fields: { ...row } }],
    text: fields.name,
    inverse: { kind: 'whole', by: deleteAgain(id) },
  };
}

/** Creates the default task types for a team without types. */
export function createFirstTypes(store: TeamStore): Command[] {
  const keys = keysAtEnd([], DEFAULT_TASK_TYPES.length, () => undefined);
  return DEFAULT_TASK_TYPES.map((type, at) => createTaskType(store, { ...type, position: keys[at] ?? '' }));
}

export function updateTaskType(store: TeamStore, id: string, fields: TypeFields): Command {
  return updateCommand(store, {
    entity: 'taskType',
    id,
    route: 'PATCH /teams/{teamId}/task-types/{typeId}',
    params: { teamId: store.teamId, typeId: id },
    fields: { ...fields },
  });
}

/** Moves a type one position up or down. */
export function moveTaskType(store: TeamStore, id: string, step: 1 | -1): Command {
  const order = typesInOrder(store).ids();
  const others = order.filter((one) => one !== id);
  const position = keyAt(others, order.indexOf(id) + step, (one) => store.row('taskType', one));
  return updateTaskType(store, id, { position });
}

/** Deletes a type and clears it on its tasks. */
export function deleteTaskType(store: TeamStore, type: TaskType): Command {
  const tasks = store.all('task').filter(({ typeId }) => typeId === type.id);
  return {
    route: 'DELETE /teams/{teamId}/task-types/{typeId}',
    params: { teamId: store.teamId, typeId: type.id },
    effects: [
      ...tasks.map(({ id }) => ({ entity: 'task', id, op: 'patch', fields: { typeId: null } }) as const),
      { entity: 'taskType', id: type.id, op: 'delete' },
    ],
    inverse: { kind: 'whole', by: restoreAgain({ row: type, taskIds: tasks.map(({ id }) => id) }) },
  };
}

/** Restores a type and assigns it to its former tasks again, except for tasks that have another type by now. */
function restoreTaskType(
  store: TeamStore,
  { row, taskIds }: { row: TaskType; taskIds: readonly string[] },
): Command {
  const back = taskIds.filter((id) => store.row('task', id)?.typeId === null);
  return {
    route: 'POST /teams/{teamId}/task-types/{typeId}/restore',
    params: { teamId: store.teamId, typeId: row.id },
    effects: [
      { entity: 'taskType', id: row.id, op: 'put', fields: row },
      ...back.map((id) => ({ entity: 'task', id, op: 'patch', fields: { typeId: row.id } }) as const),
    ],
    inverse: { kind: 'whole', by: deleteAgain(row.id) },
  };
}

const deleteAgain = defineRecipe('delete task type', (store, id: string) => {
  const row = store.row('taskType', id);
  return row === undefined ? null : deleteTaskType(store, row);
});
const restoreAgain = defineRecipe('restore task type', restoreTaskType);
