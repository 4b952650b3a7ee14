import { keysAtEnd, type Command, type TeamStore } from '#platform/sync/index.ts';
import { parseRule } from '@hearth/contracts/recurrence-values';
import { createLabel } from './labels.data.ts';
import type { QuickReading } from './quick-parse.ts';
import { repeatFields } from './repeat.data.ts';
import type { QuickValue } from './quick-types.ts';
import { columnKey, createTask, defaultStatus, tasksByColumn, type TaskFields } from './tasks.data.ts';

/** What was read of one typed line. */
export interface QuickTask {
  fields: TaskFields;
  /** Names of labels that are yet to be made. */
  newLabels: readonly string[];
}

/** The fields that the pieces of a line stand for; of several that a piece may mean, the first. */
export function toQuickTask({ title, tokens }: QuickReading): QuickTask {
  const fields: TaskFields = { title: title.trim().replaceAll(/\s+/g, ' ') };
  const newLabels: string[] = [];
  for (const [value] of tokens.map((token) => token.values)) {
    if (value === undefined) continue;
    if (value.kind === 'label' && value.id === null) newLabels.push(value.name);
    else Object.assign(fields, toFields(value, fields));
  }
  const [repeat] = tokens.flatMap(({ values: [value] }) => (value?.kind === 'repeat' ? [value] : []));
  const rule = repeat === undefined ? null : parseRule(repeat.rule);
  if (repeat !== undefined && rule !== null)
    Object.assign(fields, repeatFields(rule, repeat.mode, fields, repeat.today));
  return { fields, newLabels };
}

function toFields(value: QuickValue, so: TaskFields): Partial<TaskFields> {
  if (value.kind === 'due') return { dueDate: value.day };
  if (value.kind === 'start') return { startDate: value.day };
  if (value.kind === 'range') return { startDate: value.start, dueDate: value.due };
  if (value.kind === 'project') return { projectId: value.id };
  if (value.kind === 'priority') return { priority: value.priority };
  // Told once all days are known.
  if (value.kind === 'repeat') return {};
  if (value.kind === 'estimate') return { estimate: value.points };
  if (value.kind === 'person') {
    return { assigneeIds: [...new Set([...(so.assigneeIds ?? []), value.id])].toSorted() };
  }
  if (value.id === null) return {};
  return { labelIds: [...new Set([...(so.labelIds ?? []), value.id])].toSorted() };
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
    ...all.map((fields, at) => {
      const position = keys[at];
      return createTask(store, position === undefined ? fields : { ...fields, position });
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
