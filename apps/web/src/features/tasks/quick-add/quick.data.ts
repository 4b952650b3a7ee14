import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { keysAtEnd, type Command, type TeamStore } from '#platform/sync/index.ts';
import { describeNew } from '#features/tasks/description/description.data.ts';
import { createLabel } from '#features/tasks/labels/labels.data.ts';
import type { When } from '@hearth/contracts/quick-parser/quick-types';
import { remindOfNew } from '#features/tasks/reminders/personal-task.data.ts';
import {
  columnKey,
  createTask,
  defaultStatus,
  tasksByColumn,
  type TaskFields,
} from '#features/tasks/model/tasks.data.ts';

/** What was read of one typed line. */
export interface QuickTask {
  fields: TaskFields;
  /** Names of labels that are yet to be made. */
  newLabels: readonly string[];
  /** The description with its formatting, where the text does not say everything. */
  doc?: RichText | undefined;
  /** When its maker wants to be reminded of it. */
  remind?: When | undefined;
}

/** What is said in two ways at once: of people and labels both, of the rest the latter. */
export function joinFields(place: Partial<TaskFields>, typed: TaskFields): TaskFields {
  const join = (set: 'assigneeIds' | 'labelIds') => {
    const ids = [...new Set([...(place[set] ?? []), ...(typed[set] ?? [])])].toSorted();
    return ids.length === 0 ? {} : { [set]: ids };
  };
  return { ...place, ...typed, ...join('assigneeIds'), ...join('labelIds') };
}

/**
 * Makes the tasks, in their order, and the labels that they name and that are not there yet, each once.
 * @param place what each gets besides what its line says
 * @param positions where each goes; otherwise to the foot of its column
 */
export function createQuickTasks(
  store: TeamStore,
  tasks: readonly QuickTask[],
  place: Partial<TaskFields>,
  positions?: readonly string[],
): Command[] {
  const labels = new Map<string, string>();
  const commands: Command[] = [];
  for (const name of tasks.flatMap(({ newLabels }) => newLabels)) {
    const folded = name.toLocaleLowerCase();
    if (labels.has(folded)) continue;
    const id = store.newId();
    labels.set(folded, id);
    commands.push(createLabel(store, name, id));
  }
  const all = tasks.map(({ fields, newLabels }) => {
    const labelIds = newLabels.flatMap((name) => labels.get(name.toLocaleLowerCase()) ?? []);
    return joinFields(joinFields(place, fields), { title: fields.title, labelIds });
  });
  const keys = positions ?? placeAtFoot(store, all);
  return [
    ...commands,
    ...all.flatMap((fields, at) => {
      const [position, remind] = [keys[at], tasks[at]?.remind];
      const id = store.newId();
      const making = createTask(store, position === undefined ? fields : { ...fields, position }, id);
      const doc = tasks[at]?.doc;
      const made = doc === undefined ? making : describeNew(making, doc);
      const reminder = remind === undefined ? null : remindOfNew(store, id, remind);
      return reminder === null ? [made] : [made, reminder];
    }),
  ];
}

/** One after the other, since none of them is there yet when the next is placed. */
function placeAtFoot(store: TeamStore, all: readonly TaskFields[]): string[] {
  const keys: string[] = [];
  const columns = Map.groupBy(
    all.map((fields, at) => ({ fields, at })),
    ({ fields }) => columnKey(fields.projectId ?? null, fields.statusId ?? defaultStatus(store)?.id ?? ''),
  );
  for (const [column, group] of columns) {
    const there = tasksByColumn(store).ids(column);
    const made = keysAtEnd(there, group.length, (id) => store.row('task', id));
    for (const [nth, { at }] of group.entries()) keys[at] = made[nth] ?? '';
  }
  return keys;
}
