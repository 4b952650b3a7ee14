import { nameValue, type FieldValue } from '@hearth/contracts/custom-fields/custom-field-values';
import {
  mapScalars,
  SCALAR_FIELD_NAMES,
  type ScalarField,
} from '@hearth/contracts/model/scalar-field-values';
import { sampleScalars } from '@hearth/contracts/testing/scalars';
import { makeRule, type RepeatMode, type RepeatRule } from '@hearth/contracts/recurrence/recurrence-values';
import type { SyncRows } from '@hearth/contracts/sync';
import type { TeamStore } from '#platform/sync/index.ts';
import { placeTasks, updateTasks, deleteTasks, type BulkFields } from '#features/tasks/model/bulk.data.ts';
import { writeDescription } from '#features/tasks/description/description.data.ts';
import { duplicateTask } from '#features/tasks/templates/duplicate.data.ts';
import { createQuickTasks } from '#features/tasks/quick-add/quick.data.ts';
import { toLaterFields, repeatFields, skipDay } from '#features/tasks/recurrence/repeat.data.ts';
import {
  createSubTasks,
  findNestingProblem,
  moveAmongSiblings,
  setParents,
  toggleDone,
} from '#features/tasks/sub-tasks/sub-tasks.data.ts';
import {
  columnKey,
  createTask,
  deleteTask,
  placeTask,
  tasksByColumn,
  updateTask,
  type SettableField,
  type TaskFields,
} from '#features/tasks/model/tasks.data.ts';
import { watchTasks } from '#features/tasks/watchers/watching.data.ts';
import type { Act, Chance } from './chance.ts';
import {
  anyProject,
  anyTask,
  idOrNot,
  idsOf,
  idsOfLabels,
  idsOfPeople,
  isNotArchived,
  someTasks,
} from './find.ts';

type Task = SyncRows['task'];
type Field = SyncRows['field'];
type Choose = (store: TeamStore, chance: Chance, task: Task) => Partial<TaskFields>;

const RULES: [RepeatRule, RepeatMode][] = [
  [makeRule({ frequency: 'WEEKLY', interval: 2, weekdays: [1, 4] }), 'schedule'],
  [makeRule({ frequency: 'MONTHLY', monthDay: -1 }), 'schedule'],
  [makeRule({ frequency: 'DAILY', count: 5 }), 'completion'],
];

/** A value for each settable field of a task. The remaining fields have their own actions below. */
const fields = {
  title: (_store, chance) => ({ title: chance.word() }),
  description: (_store, chance) => ({ description: chance.word() }),
  projectId: (store, chance) => ({ projectId: idOrNot(chance, anyProject(store, chance)) }),
  statusId: (store, chance) => ({ statusId: chance.row(store, 'status')?.id ?? '' }),
  ...mapScalars<Record<ScalarField, Choose>>((field) => (_store: TeamStore, chance: Chance) => ({
    [field]: sampleScalars(chance.below(40))[field],
  })),
  assigneeIds: (store, chance) => ({ assigneeIds: idsOfPeople(store, chance) }),
  watcherIds: (store, chance) => ({ watcherIds: idsOfPeople(store, chance) }),
  labelIds: (store, chance) => ({ labelIds: idsOfLabels(store, chance) }),
  startDate: (_store, chance) => ({ startDate: chance.dayOrNot() }),
  dueDate: (_store, chance) => ({ dueDate: chance.dayOrNot() }),
  'time of day': (_store, chance) => ({ dueDate: `${chance.day()}T0${chance.below(10)}:30:00.000Z` }),
  'both dates': (_store, chance) => ({
    startDate: '2026-12-0' + String(1 + chance.below(9)),
    dueDate: chance.day(),
  }),
  reporterId: (store, chance) => ({ reporterId: chance.row(store, 'member')?.userId ?? null }),
  typeId: (store, chance) => ({ typeId: idOrNot(chance, chance.row(store, 'taskType')) }),
  milestoneId: (store, chance, task) => ({
    milestoneId: idOrNot(
      chance,
      chance.row(store, 'milestone', ({ projectId }) => projectId === task.projectId),
    ),
  }),
  cycleId: (store, chance, task) => ({
    cycleId: idOrNot(
      chance,
      chance.row(store, 'cycle', (cycle) => cycle.projectId === task.projectId && cycle.closedAt === null),
    ),
  }),
  repeat: (_store, chance, task) =>
    repeatFields(
      ...chance.one(RULES),
      task,
      '2026-11-24',
      chance.below(2) === 0 ? toLaterFields(task) : null,
    ),
  'no repeat': () => ({ repeat: null }),
} satisfies Record<Exclude<SettableField, 'parentId' | 'siblingPosition' | 'triage'>, Choose> &
  Record<string, Choose>;

/** A valid value for a custom field. */
function valueFor(store: TeamStore, chance: Chance, field: Field): FieldValue | null {
  if (chance.below(4) === 0) return null;
  if (field.type === 'text') return chance.word();
  if (field.type === 'url') return `https://example.com/${chance.below(100)}`;
  if (field.type === 'number' || field.type === 'money' || field.type === 'percent')
    return chance.below(500) / 4;
  if (field.type === 'date') return chance.day();
  if (field.type === 'checkbox') return true;
  if (field.type === 'person') return chance.row(store, 'member')?.userId ?? null;
  if (field.type === 'select') return chance.one(field.options)?.id ?? null;
  if (field.type === 'multiSelect') return idsOf([chance.one(field.options)]);
  return null;
}

const isRepeating = ({ repeat, dueDate }: Task): boolean => repeat !== null && dueDate !== null;
const isWhole = ({ parentId }: Task): boolean => parentId === null;
/** Returns the other tasks of a column, in order. */
const columnOf = (store: TeamStore, task: Task, statusId: string): string[] =>
  tasksByColumn(store)
    .ids(columnKey(task.projectId, statusId))
    .filter((id) => id !== task.id);

function updates(): Record<string, Act> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, choose]): [string, Act] => [
      `updateTask: ${name}`,
      (store, chance) => {
        // Skip recurring tasks. Completing one creates the next task, and only the server can do that.
        const task = anyTask(store, chance, ({ repeat }) => name !== 'statusId' || repeat === null);
        return task && updateTask(store, task.id, choose(store, chance, task));
      },
    ]),
  );
}

export const taskActs: Record<string, Act> = {
  ...updates(),
  createTask: (store, chance) =>
    createTask(store, {
      title: chance.word(),
      description: chance.word(),
      projectId: idOrNot(chance, anyProject(store, chance)),
      ...sampleScalars(chance.below(40)),
      assigneeIds: idsOfPeople(store, chance),
      labelIds: idsOfLabels(store, chance),
      dueDate: chance.dayOrNot(),
    }),
  createQuickTasks: (store, chance) =>
    createQuickTasks(
      store,
      [1, 2].map(() => ({
        fields: { title: chance.word() },
        newLabels: [],
        remind: { on: 'day', day: chance.day(), days: 0, time: '09:00' },
      })),
      { projectId: idOrNot(chance, anyProject(store, chance)) },
    ),
  placeTask: (store, chance) => {
    const task = anyTask(store, chance, ({ repeat }) => repeat === null);
    const status = chance.row(store, 'status');
    if (task === undefined || status === undefined) return null;
    const others = columnOf(store, task, status.id);
    return placeTask(store, task.id, { statusId: status.id }, others, chance.below(others.length + 1));
  },
  deleteTask: (store, chance) => {
    const task = anyTask(store, chance);
    return task && deleteTask(store, task.id);
  },
  duplicateTask: (store, chance) => {
    const task = anyTask(store, chance);
    return task && duplicateTask(store, task.id).commands;
  },
  writeDescription: (store, chance) => {
    const task = anyTask(store, chance);
    if (task === undefined) return null;
    const marks = chance.below(2) === 0 ? [] : [{ type: 'bold' as const }];
    const text = { type: 'text' as const, text: chance.word(), ...(marks.length === 0 ? {} : { marks }) };
    const doc = { type: 'doc' as const, content: [{ type: 'paragraph' as const, content: [text] }] };
    return writeDescription(store, task.id, doc, task.descriptionVersion);
  },
  'updateTask: custom field': (store, chance) => {
    const task = anyTask(store, chance);
    const field = chance.row(store, 'field', ({ type }) => type !== 'formula' && type !== 'relation');
    return (
      task && field && updateTask(store, task.id, { [nameValue(field.id)]: valueFor(store, chance, field) })
    );
  },
  'updateTask: relation field': (store, chance) => {
    const task = anyTask(store, chance);
    const field = chance.row(store, 'field', ({ type }) => type === 'relation');
    const others = idsOf(someTasks(store, chance, ({ id }) => id !== task?.id)).toSorted();
    return task && field && updateTask(store, task.id, { [nameValue(field.id)]: others });
  },
  updateTasks: (store, chance) => {
    const choose = chance.one([
      ...SCALAR_FIELD_NAMES,
      'labelIds',
      'assigneeIds',
      'dueDate',
      'typeId',
      'milestoneId',
    ] as const);
    return updateTasks(
      store,
      someTasks(store, chance).map((task) => ({
        id: task.id,
        fields: fields[choose](store, chance, task) as BulkFields,
      })),
    );
  },
  placeTasks: (store, chance) =>
    placeTasks(store, idsOf(someTasks(store, chance, ({ repeat }) => repeat === null)), {
      statusId: chance.row(store, 'status')?.id ?? '',
    }),
  'placeTasks: project': (store, chance) =>
    placeTasks(store, idsOf(someTasks(store, chance, isWhole)), {
      projectId: idOrNot(chance, anyProject(store, chance)),
    }),
  deleteTasks: (store, chance) => deleteTasks(store, idsOf(someTasks(store, chance)), () => true),
  watchTasks: (store, chance) => watchTasks(store, idsOf(someTasks(store, chance)), chance.below(2) === 0),
  createSubTasks: (store, chance) => {
    const task = anyTask(store, chance, isWhole);
    return task && createSubTasks(store, task, [chance.word(), chance.word()]);
  },
  setParents: (store, chance) => {
    const [task, parent] = chance.rows(store, 'task', ({ projectId }) => isNotArchived(store, projectId));
    if (task === undefined || parent === undefined) return null;
    return findNestingProblem(store, [task.id], parent.id) === null
      ? setParents(store, [task.id], parent.id)
      : null;
  },
  'setParents: none': (store, chance) => {
    const task = anyTask(store, chance, ({ parentId }) => parentId !== null);
    return task && setParents(store, [task.id], null);
  },
  moveAmongSiblings: (store, chance) => {
    const task = anyTask(store, chance, ({ parentId }) => parentId !== null);
    return task && moveAmongSiblings(store, task, 0);
  },
  toggleDone: (store, chance) => {
    const task = anyTask(store, chance, ({ repeat }) => repeat === null);
    return task && toggleDone(store, task);
  },
  skipDay: (store, chance) => {
    const task = anyTask(store, chance, isRepeating);
    return task && skipDay(store, task, chance.word());
  },
};
