import { PRIORITIES, type Priority } from '@hearth/contracts/model/task-values';
import type { When } from '@hearth/contracts/quick-parser/quick-types';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { usePeople } from '#features/members/index.ts';
import { labelsByName, nameWhen, PRIORITY_LABELS, useStatuses } from '#features/tasks/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { useFormats } from '#ui/format/formats.ts';
import { nameApart } from '#ui/format/person.ts';

const FIELD_LABELS: Record<string, MessageDescriptor> = {
  title: msg`Title`,
  name: msg`Name`,
  statusId: msg`Status`,
  priority: msg`Priority`,
  assigneeIds: msg`Assignees`,
  labelIds: msg`Labels`,
  newLabels: msg`New labels`,
  remind: msg`Reminders`,
  blockedBy: msg`Blocked by`,
  dueDate: msg`Due date`,
  startDate: msg`Start date`,
  projectId: msg`Project`,
  estimate: msg`Estimate`,
  description: msg`Description`,
  body: msg`Comment`,
  parentId: msg`Parent`,
  repeat: msg`Repeats`,
  markdown: msg`Text`,
  snoozedUntil: msg`Snoozed until`,
};

/** Fields whose values are days or timestamps. The shape of a value does not tell: a title may look like a date. */
const WHEN_FIELDS: ReadonlySet<string> = new Set(['dueDate', 'startDate', 'targetDate', 'snoozedUntil']);

/** Returns a function that labels a card's fields. */
export function useFieldNames(): (field: string) => string {
  const { t } = useLingui();
  return (field) => {
    const label = Object.hasOwn(FIELD_LABELS, field) ? FIELD_LABELS[field] : undefined;
    return label === undefined ? field : t(label);
  };
}

/** Returns a function that formats a field's value for display. */
export function useValueFormatter(): (field: string, value: unknown) => string {
  const { t } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  const people = usePeople();
  const statuses = useStatuses();
  const labels = useRows(labelsByName(store));
  return (field, value) => {
    if (value === null || value === undefined || value === '') return t`None`;
    if (Array.isArray(value)) {
      if (value.length === 0) return t`None`;
      // Other lists, such as the names of new labels, are texts already.
      const hasIds = field.endsWith('Ids');
      return formats.list(value.map((one) => (hasIds ? nameOf(String(one)) : String(one))));
    }
    if (field === 'statusId') return statuses.find(({ id }) => id === value)?.name ?? t`Unknown`;
    if (field === 'projectId') return store.row('project', asText(value))?.name ?? t`Unknown`;
    if (field === 'parentId') return store.row('task', asText(value))?.title ?? t`Unknown`;
    if (field === 'priority' && PRIORITIES.includes(value as Priority))
      return t(PRIORITY_LABELS[value as Priority]);
    if (WHEN_FIELDS.has(field) && typeof value === 'string')
      return Number.isNaN(Date.parse(value)) ? value : formats.when(value);
    if (field === 'remind') return nameWhen(value as When);
    if (typeof value === 'number') return formats.number(value);
    return typeof value === 'object' ? t`Changed` : asText(value);
  };
  function nameOf(id: string): string {
    const person = people.find((one) => one.id === id);
    if (person !== undefined) return nameApart(person);
    return labels.find((label) => label.id === id)?.name ?? t`Unknown`;
  }
}

/** Returns strings and booleans as text. Returns '' for all other values. */
function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
}
