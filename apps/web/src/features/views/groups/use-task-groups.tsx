import { putOnDay } from '@hearth/contracts/core/moment-values';
import {
  isCustomFieldName,
  toCustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import { changeScalar, isChoiceField } from '@hearth/contracts/model/scalar-field-values';
import type { SyncRows } from '@hearth/contracts/sync';
import type { GroupField } from '@hearth/contracts/views/view-values';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import {
  IconCalendar,
  IconCircleOff,
  IconFlag3,
  IconFlagOff,
  IconFolderOff,
  IconRotateClockwise,
  IconTagOff,
  IconUserOff,
} from '@tabler/icons-react';
import { usePeople } from '#features/members/index.ts';
import { useAllProjects } from '#features/projects/index.ts';
import {
  fieldsInOrder,
  cyclesByDate,
  labelsByName,
  listScalarOptions,
  milestonesByDate,
  nameCycle,
  TypeGlyph,
  useComputedTexts,
  useLinkedTasks,
  useStatusGroups,
  useTaskTypes,
  type TaskGroup,
} from '#features/tasks/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { nameApart } from '#ui/format/person.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { readerZone } from '#ui/format/reader.ts';
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
  const projects = useAllProjects();
  const labels = useRows(labelsByName(store));
  const cycles = useRows(cyclesByDate(store));
  const types = useTaskTypes();
  const milestones = useRows(milestonesByDate(store));
  const fields = useRows(fieldsInOrder(store));
  const relations = fields.filter(({ id, type }) => type === 'relation' && toCustomFieldName(id) === field);
  const texts = useComputedTexts(
    fields.find(
      (one) => one.type === 'formula' && one.result === 'text' && toCustomFieldName(one.id) === field,
    )?.id,
  );
  const linked = useLinkedTasks(relations.map(({ id }) => id));
  if (isCustomFieldName(field)) {
    const own = fields.find(({ id }) => toCustomFieldName(id) === field);
    return listCustomFieldGroups(field, own, people, linked, texts, {
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
  switch (field) {
    case 'status':
      return statuses;
    case 'assignee':
    case 'watcher': {
      const set = field === 'assignee' ? 'assigneeIds' : 'watcherIds';
      return [
        ...people.map((person) => ({
          key: person.id,
          name: nameApart(person),
          icon: <Avatar person={person} size={18} />,
          enter: (task: Task | null, from: string | null) => ({
            [set]: exchange(task?.[set] ?? [], from, person.id),
          }),
        })),
        {
          key: NOTHING,
          name: t`Nobody`,
          icon: <IconUserOff size={16} stroke={1.6} aria-hidden="true" />,
          enter: () => ({ [set]: [] }),
        },
      ];
    }
    case 'reporter':
      return [
        ...people.map((person) => ({
          key: person.id,
          name: nameApart(person),
          icon: <Avatar person={person} size={18} />,
          enter: () => ({ reporterId: person.id }),
        })),
        {
          key: NOTHING,
          name: t`Nobody`,
          icon: <IconUserOff size={16} stroke={1.6} aria-hidden="true" />,
          enter: () => ({ reporterId: null }),
        },
      ];
    case 'label':
      return [
        ...labels.map(({ id, name, color }) => ({
          key: id,
          name,
          icon: <ColorDot color={color} />,
          enter: (task: Task | null, from: string | null) => ({
            labelIds: exchange(task?.labelIds ?? [], from, id),
          }),
        })),
        {
          key: NOTHING,
          name: t`No labels`,
          icon: <IconTagOff size={16} stroke={1.6} aria-hidden="true" />,
          enter: () => ({ labelIds: [] }),
        },
      ];
    case 'type':
      return [
        ...types.map(({ id, name, icon, color }) => ({
          key: id,
          name,
          icon: <TypeGlyph icon={icon} color={color} />,
          enter: () => ({ typeId: id }),
        })),
        {
          key: NOTHING,
          name: t`No type`,
          icon: <IconCircleOff size={16} stroke={1.6} aria-hidden="true" />,
          enter: () => ({ typeId: null }),
        },
      ];
    case 'project':
      return [
        ...projects
          .filter(({ id, archivedAt }) => archivedAt === null || named.includes(id))
          .map(({ id, name, color, archivedAt }) => ({
            key: id,
            name,
            icon: <ColorDot color={color} />,
            enter: archivedAt === null ? () => ({ projectId: id }) : null,
          })),
        {
          key: NOTHING,
          name: t`No project`,
          icon: <IconFolderOff size={16} stroke={1.6} aria-hidden="true" />,
          enter: () => ({ projectId: null }),
        },
      ];
    case 'milestone':
      return [
        ...milestones
          .filter((one) => projectId === null || one.projectId === projectId)
          .map((one) => ({
            key: one.id,
            name: one.name,
            icon: <IconFlag3 size={16} stroke={1.6} aria-hidden="true" />,
            enter: () => ({ projectId: one.projectId, milestoneId: one.id }),
          })),
        {
          key: NOTHING,
          name: t`No milestone`,
          icon: <IconFlagOff size={16} stroke={1.6} aria-hidden="true" />,
          enter: () => ({ milestoneId: null }),
        },
      ];
    case 'cycle':
      return [
        ...cycles
          .filter((one) => projectId === null || one.projectId === projectId)
          .map((one) => ({
            key: one.id,
            name: nameCycle(one),
            icon: <IconRotateClockwise size={16} stroke={1.6} aria-hidden="true" />,
            // Tasks cannot be added to a completed cycle.
            enter: one.closedAt === null ? () => ({ projectId: one.projectId, cycleId: one.id }) : null,
          })),
        {
          key: NOTHING,
          name: t`No cycle`,
          icon: <IconCircleOff size={16} stroke={1.6} aria-hidden="true" />,
          enter: () => ({ cycleId: null }),
        },
      ];
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
