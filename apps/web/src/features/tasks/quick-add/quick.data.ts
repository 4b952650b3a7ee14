import { foldName } from '@hearth/contracts/core/fold';
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

/** A task parsed from one line. */
export interface QuickTask {
  fields: TaskFields;
  /** Names of labels to create. */
  newLabels: readonly string[];
  /** The formatted description, if plain text is not sufficient. */
  doc?: RichText | undefined;
  /** The reminder for the creator of the task. */
  remind?: When | undefined;
}

/**
 * Merges the fields of the column and of the entered line. Assignees and labels are combined. For all other fields, the entered value takes
 * precedence.
 */
export function joinFields(defaults: Partial<TaskFields>, typed: TaskFields): TaskFields {
  const join = (set: 'assigneeIds' | 'labelIds') => {
    const ids = [...new Set([...(defaults[set] ?? []), ...(typed[set] ?? [])])].toSorted();
    return ids.length === 0 ? {} : { [set]: ids };
  };
  return { ...defaults, ...typed, ...join('assigneeIds'), ...join('labelIds') };
}

/**
 * Creates tasks in order. Each missing label is created once, even if several tasks use it.
 * @param defaults field values in addition to the parsed ones
 * @param positions positions of the tasks, by default at the end of their columns
 */
export function createQuickTasks(
  store: TeamStore,
  tasks: readonly QuickTask[],
  defaults: Partial<TaskFields>,
  positions?: readonly string[],
): Command[] {
  const labels = new Map<string, string>();
  const commands: Command[] = [];
  for (const name of tasks.flatMap(({ newLabels }) => newLabels)) {
    const folded = foldName(name);
    if (labels.has(folded)) continue;
    const id = store.newId();
    labels.set(folded, id);
    commands.push(createLabel(store, name, id));
  }
  const all = tasks.map(({ fields, newLabels }) => {
    const labelIds = newLabels.flatMap((name) => labels.get(foldName(name)) ?? []);
    return joinFields(joinFields(defaults, fields), { title: fields.title, labelIds });
  });
  const keys = positions ?? placeAtColumnEnd(store, all);
  return [
    ...commands,
    ...all.flatMap((fields, at) => {
      const [position, remind] = [keys[at], tasks[at]?.remind];
      const id = store.newId();
      const making = createTask(store, position === undefined ? fields : { ...fields, position }, id);
      const doc = tasks[at]?.doc;
      const creation = doc === undefined ? making : describeNew(making, doc);
      const reminder = remind === undefined ? null : remindOfNew(store, id, remind);
      return reminder === null ? [creation] : [creation, reminder];
    }),
  ];
}

/** Computes positions at the end of the columns one after the other because none of the tasks is in the store yet. */
function placeAtColumnEnd(store: TeamStore, all: readonly TaskFields[]): string[] {
  const keys: string[] = [];
  const columns = Map.groupBy(
    all.map((fields, at) => ({ fields, at })),
    ({ fields }) => columnKey(fields.projectId ?? null, fields.statusId ?? defaultStatus(store)?.id ?? ''),
  );
  for (const [column, group] of columns) {
    const there = tasksByColumn(store).ids(column);
    const groupKeys = keysAtEnd(there, group.length, (id) => store.row('task', id));
    for (const [nth, { at }] of group.entries()) keys[at] = groupKeys[nth] ?? '';
  }
  return keys;
}
