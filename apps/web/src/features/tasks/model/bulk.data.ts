import { isSame } from '@hearth/contracts/core/same';
import type { SyncRows } from '@hearth/contracts/sync';
import {
  defineRecipe,
  keysAtEnd,
  nestFields,
  readField,
  updateManyCommand,
  type Command,
  type Fields,
  type RowFields,
  type TeamStore,
} from '#platform/sync/index.ts';
import { withProjectBoundFields } from './project-bound-fields.ts';
import {
  columnKey,
  deleteTask,
  newColumnOf,
  tasksByColumn,
  updateTask,
  type TaskFields,
} from './tasks.data.ts';

type Task = SyncRows['task'];

/** Fields that can be set in bulk. */
export type BulkFields = Omit<Partial<TaskFields>, 'title' | 'description'> & { position?: string };

export interface TaskChange {
  id: string;
  fields: BulkFields;
}

/** The server's limits per request: number of tasks, and size of the body in bytes with a safety margin. */
const MAX_TASKS = 500;
const MAX_BYTES = 180_000;

/**
 * Creates the commands of a bulk edit without changes that are no-ops. Each command is one request with as many tasks as the limits allow.
 */
export function updateTasks(store: TeamStore, changes: readonly TaskChange[]): Command[] {
  const own = withColumnPositions(
    store,
    changes.map(({ id, fields }) => ({ id, fields: withProjectBoundFields(store, id, fields) })),
  );
  const real = own.filter(({ id, fields }) => differs(store.row('task', id), fields));
  const [only, ...others] = real;
  if (only !== undefined && others.length === 0) return [updateTask(store, only.id, only.fields)];
  return chunkIntoRequests(real, ({ fields }) => sizeOf(JSON.stringify(fields)) + 40).map((part) =>
    updateByOneRequest(
      store,
      part.map(({ id, fields }) => ({ id, fields: { ...fields } })),
    ),
  );
}

/** Appends tasks that move to another column to the end of that column, keeping their order. */
function withColumnPositions(store: TeamStore, changes: readonly TaskChange[]): TaskChange[] {
  const ends = new Map<string, string[]>();
  return changes.map(({ id, fields }) => {
    const to = newColumnOf(store, id, fields);
    if (to === null) return { id, fields };
    const column = columnKey(...to);
    const [last = ''] = ends.get(column) ?? tasksByColumn(store).ids(column).slice(-1);
    const rowOf = (one: string) => (ends.has(column) ? { position: one } : store.row('task', one));
    const [position = ''] = keysAtEnd([last], 1, rowOf);
    ends.set(column, [position]);
    return { id, fields: { ...fields, position } };
  });
}

function updateByOneRequest(store: TeamStore, rows: readonly RowFields[]): Command {
  return updateManyCommand(store, {
    entity: 'task',
    rows,
    call: {
      route: 'PATCH /teams/{teamId}/tasks',
      params: { teamId: store.teamId },
      body: describeChanges(rows),
    },
    by: updateAgain(undefined),
  });
}

const updateAgain = defineRecipe('update tasks', (store, _: undefined, rows: readonly RowFields[]) =>
  updateByOneRequest(store, rows),
);

/** Moves tasks to the end of other columns, in the given order. */
export function placeTasks(
  store: TeamStore,
  ids: readonly string[],
  to: Pick<BulkFields, 'statusId' | 'projectId' | 'triage'>,
): Command[] {
  const moved = new Map<string, string[]>();
  for (const id of ids) {
    const task = store.row('task', id);
    if (task === undefined || !differs(task, to)) continue;
    const { statusId, projectId } = { ...task, ...to };
    const column = columnKey(projectId, statusId);
    moved.set(column, [...(moved.get(column) ?? []), id]);
  }
  const changes = [...moved].flatMap(([column, those]) => {
    const there = tasksByColumn(store).ids(column);
    const keys = keysAtEnd(there, those.length, (id) => store.row('task', id));
    return those.map((id, at): TaskChange => {
      const position = keys[at];
      return { id, fields: position === undefined ? to : { ...to, position } };
    });
  });
  return updateTasks(store, changes);
}

/**
 * Trashes tasks, cascading to the sub-tasks that the user may delete.
 * @param mayDelete permission check for descendants
 */
export function deleteTasks(
  store: TeamStore,
  ids: readonly string[],
  mayDelete: (task: Task) => boolean,
): Command[] {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return [deleteTask(store, only, mayDelete)];
  return chunkIntoRequests(ids, () => 40).map((part) => {
    const seen = part.flatMap((id) => deleteTask(store, id, mayDelete).effects);
    const deletedIds = new Set(seen.filter(({ op }) => op === 'delete').map(({ id }) => id));
    const rows = [...deletedIds].flatMap((id) => store.row('task', id) ?? []);
    // Children that are not trashed become top-level tasks.
    const alone = seen.filter(({ id, op }) => op === 'patch' && !deletedIds.has(id));
    const before = alone.flatMap(({ id }) => store.row('task', id) ?? []);
    return {
      route: 'POST /teams/{teamId}/tasks/trash',
      params: { teamId: store.teamId },
      body: { taskIds: part },
      effects: [...rows.map(({ id }) => ({ entity: 'task', id, op: 'delete' }) as const), ...alone],
      inverse: { kind: 'whole', by: restoreAgain({ ids: part, rows, before }) },
    } satisfies Command;
  });
}

interface TrashedTasks {
  /** The selected tasks. */
  ids: readonly string[];
  /** All trashed tasks. */
  rows: readonly Task[];
  /** The former state of the children that were not trashed. */
  before: readonly Task[];
}

/** Restores tasks from the trash to their former state. */
function restoreTasks(store: TeamStore, trashed: TrashedTasks): Command {
  return {
    route: 'POST /teams/{teamId}/trash/restore',
    params: { teamId: store.teamId },
    body: { itemIds: [...trashed.ids] },
    effects: [
      ...trashed.rows.map((row) => ({ entity: 'task', id: row.id, op: 'put', fields: row }) as const),
      ...trashed.before.map(
        ({ id, parentId, siblingPosition }) =>
          ({ entity: 'task', id, op: 'patch', fields: { parentId, siblingPosition } }) as const,
      ),
    ],
    inverse: {
      kind: 'whole',
      by: deleteAgain({ ids: trashed.ids, partIds: trashed.rows.map(({ id }) => id) }),
    },
  };
}

const restoreAgain = defineRecipe('restore tasks', restoreTasks);
const deleteAgain = defineRecipe(
  'delete tasks',
  (store, { ids, partIds }: { ids: readonly string[]; partIds: readonly string[] }) => {
    const there = ids.filter((id) => store.row('task', id) !== undefined);
    return deleteTasks(store, there, ({ id }) => partIds.includes(id))[0] ?? null;
  },
);

/** Builds the request body. Fields that are equal for all tasks are listed once. Other fields are listed per task. */
function describeChanges(rows: readonly RowFields[]): Fields {
  const [first] = rows;
  const common = Object.entries(first?.fields ?? {}).filter(([name, value]) =>
    rows.every(({ fields }) => name in fields && isSame(fields[name], value)),
  );
  const names = new Set(common.map(([name]) => name));
  const each = rows.map(({ fields }) =>
    nestFields(Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))),
  );
  const hasOwn = each.some((fields) => Object.keys(fields).length > 0);
  return {
    taskIds: rows.map(({ id }) => id),
    ...nestFields(Object.fromEntries(common)),
    ...(hasOwn ? { each } : {}),
  };
}

const encoder = new TextEncoder();

function sizeOf(text: string): number {
  return encoder.encode(text).length;
}

function chunkIntoRequests<T>(all: readonly T[], bytesOf: (one: T) => number): T[][] {
  const parts: T[][] = [];
  let bytes = 0;
  for (const one of all) {
    const more = bytesOf(one);
    const part = parts.at(-1);
    if (part === undefined || part.length === MAX_TASKS || bytes + more > MAX_BYTES) {
      parts.push([one]);
      bytes = more;
    } else {
      part.push(one);
      bytes += more;
    }
  }
  return parts;
}

function differs(task: Task | undefined, fields: BulkFields): boolean {
  const row: Fields | undefined = task;
  return (
    row !== undefined && Object.entries(fields).some(([name, value]) => !isSame(readField(row, name), value))
  );
}
