import { putOnDay } from '@hearth/contracts/core/moment-values';
import {
  isCustomFieldName,
  toCustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import {
  isReferenceField,
  listReferences,
  REFERENCE_FIELDS,
} from '@hearth/contracts/model/reference-field-values';
import { changeScalar, isChoiceField } from '@hearth/contracts/model/scalar-field-values';
import type { SyncRows } from '@hearth/contracts/sync';
import type { GroupField } from '@hearth/contracts/views/view-values';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { IconCalendar } from '@tabler/icons-react';
import { membersByName, usePeople } from '#features/members/index.ts';
import { useGuestsOfProjects, useViewerIds } from '#features/projects/index.ts';
import {
  fieldsInOrder,
  listScalarOptions,
  useComputedTexts,
  useLinkedTasks,
  useStatusGroups,
  type TaskGroup,
} from '#features/tasks/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { nameApart } from '#ui/format/person.ts';
import { readerZone } from '#ui/format/reader.ts';
import { useReferenceChoices, type ReferenceChoice } from '#features/views/filters/reference-choices.tsx';
import { listCustomFieldGroups } from './custom-field-groups.tsx';
import { DUE_GROUPS, exchange, firstDayOf, NOTHING, type DueGroup } from './group-keys.ts';

type Task = SyncRows['task'];

const DUE_LABELS: Record<DueGroup, MessageDescriptor> = {
  before: msg`Before today`,
  today: msg`Today`,
  tomorrow: msg`Tomorrow`,
  week: msg`In the next seven days`,
  later: msg`Later`,
  none: msg`No due date`,
};

interface GroupScope {
  /** Groups of one project. Null for all projects. */
  projectId: string | null;
  /** Projects to include even if they are archived. */
  named: readonly string[];
}

/** The groups of a field, in order. */
export function useTaskGroups(
  field: GroupField,
  today: string,
  { projectId, named }: GroupScope,
): readonly TaskGroup[] {
  const { t } = useLingui();
  const store = useTeamStore();
  const statuses = useStatusGroups(projectId);
  const people = usePeople();
  const choicesOf = useReferenceChoices(18);
  const fields = useRows(fieldsInOrder(store));
  const own = fields.find(({ id }) => toCustomFieldName(id) === field);
  const isOfPeople =
    own?.type === 'person' || (isReferenceField(field) && REFERENCE_FIELDS[field].to === 'user');
  const viewerIds = useViewerIds(projectId, isOfPeople, membersByName(store));
  const guestIds = useGuestsOfProjects(isOfPeople && projectId === null, membersByName(store));
  const texts = useComputedTexts(own?.type === 'formula' && own.result === 'text' ? own.id : undefined);
  const linked = useLinkedTasks(own?.type === 'relation' ? [own.id] : []);
  const valuesOf = (task: Task): readonly string[] =>
    isReferenceField(field)
      ? listReferences(task, field)
      : [task.custom[own?.id ?? ''] ?? []].flat().map(String);
  // The server refuses people who cannot see the project. They have a group only while they still have tasks in it. In the tasks of all
  // projects, guests of any project have a group. It accepts all tasks: the server refuses those of other projects.
  const isRefused = (id: string) => isOfPeople && viewerIds?.has(id) === false && !guestIds.has(id);
  const hasTasks = (id: string) =>
    store
      .all('task')
      .some((task) => (projectId === null || task.projectId === projectId) && valuesOf(task).includes(id));
  if (isCustomFieldName(field)) {
    const shown = people
      .filter(({ id }) => !isRefused(id) || hasTasks(id))
      .map((person) => ({ person, mayEnter: projectId === null || !isRefused(person.id) }));
    return listCustomFieldGroups(field, own, shown, linked, texts, {
      empty: t`Empty`,
      nobody: t`Nobody`,
      ticked: t`Ticked`,
      unticked: t`Not ticked`,
    });
  }
  if (isChoiceField(field)) {
    return listScalarOptions(field, 'points', t).map(({ value, label, icon = null }) => ({
      key: value,
      name: label,
      icon,
      enter: () => changeScalar(field, value),
    }));
  }
  if (field === 'status') return statuses;
  if (isReferenceField(field)) {
    const { key, kind, to } = REFERENCE_FIELDS[field];
    const { choices, none } = choicesOf(field);
    const isShown = ({ id, projectId: owner, isClosed }: ReferenceChoice) =>
      field === 'project'
        ? !isClosed || named.includes(id)
        : isRefused(id)
          ? hasTasks(id)
          : owner === null || projectId === null || owner === projectId;
    return [
      ...choices.filter(isShown).map(({ id, name, icon, hint, projectId: owner, isClosed }) => ({
        key: id,
        name: to === 'user' ? nameApart({ name, namesakeHint: hint }) : name,
        icon,
        enter:
          isClosed || (projectId !== null && isRefused(id))
            ? null
            : (task: Task | null, from: string | null) =>
                kind === 'list'
                  ? { [key]: exchange(task?.[key] ?? [], from, id) }
                  : { ...(owner !== null && { projectId: owner }), [key]: id },
      })),
      { key: NOTHING, ...none, enter: () => ({ [key]: kind === 'list' ? [] : null }) },
    ];
  }
  switch (field) {
    case 'due':
      return DUE_GROUPS.map((group) => ({
        key: group,
        name: t(DUE_LABELS[group]),
        icon: <IconCalendar size={16} stroke={1.6} aria-hidden="true" />,
        // A task keeps its time of day, and also its due day if that is already within the group. The board calls this only for tasks from
        // other groups.
        enter:
          group === 'before'
            ? null
            : (task: Task | null, from: string | null) => {
                if (from === group) return {};
                const day = firstDayOf(group, today);
                return { dueDate: day && putOnDay(task?.dueDate ?? null, day, readerZone()) };
              },
      }));
    case 'none':
      return [{ key: '', name: '', icon: null, enter: () => ({}) }];
  }
}
