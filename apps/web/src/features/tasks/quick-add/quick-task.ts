import { makeWhen } from '@hearth/contracts/core/moment-values';
import { parseRule } from '@hearth/contracts/recurrence/recurrence-values';
import { readerZone } from '#ui/format/reader.ts';
import type { QuickReading } from '@hearth/contracts/quick-parser/quick-parse';
import type { QuickValue } from '@hearth/contracts/quick-parser/quick-types';
import type { QuickTask } from './quick.data.ts';
import { repeatFields } from '#features/tasks/recurrence/repeat.data.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';

/** Converts the tokens of a line to task fields. For an ambiguous token, uses its first meaning. */
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
  for (const { values } of tokens)
    if (values[0]?.kind === 'time') Object.assign(fields, atTime(values[0], fields));
  const [remind] = tokens.flatMap(({ values: [value] }) => (value?.kind === 'remind' ? [value.when] : []));
  return { fields, newLabels, remind };
}

/** Converts a day and a time of day to a timestamp. */
function atTime(
  { on, time, today }: Extract<QuickValue, { kind: 'time' }>,
  so: TaskFields,
): Partial<TaskFields> {
  const field = on === 'due' ? 'dueDate' : 'startDate';
  const day = so[field] ?? today;
  return { [field]: makeWhen(day, time, readerZone()) };
}

function toFields(value: QuickValue, so: TaskFields): Partial<TaskFields> {
  if (value.kind === 'due') return { dueDate: value.day };
  if (value.kind === 'start') return { startDate: value.day };
  if (value.kind === 'range') return { startDate: value.start, dueDate: value.due };
  if (value.kind === 'project') return { projectId: value.id };
  if (value.kind === 'priority') return { priority: value.priority };
  // Recurrences and times are handled once all days are known. Reminders are personal and not part of the task's
  // fields.
  if (value.kind === 'repeat' || value.kind === 'remind' || value.kind === 'time') return {};
  if (value.kind === 'estimate') return { estimate: value.points };
  if (value.kind === 'person') {
    return { assigneeIds: [...new Set([...(so.assigneeIds ?? []), value.id])].toSorted() };
  }
  if (value.id === null) return {};
  return { labelIds: [...new Set([...(so.labelIds ?? []), value.id])].toSorted() };
}
