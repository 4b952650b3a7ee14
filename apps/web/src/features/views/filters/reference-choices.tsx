import type { ReferenceField } from '@hearth/contracts/model/reference-field-values';
import { useLingui } from '@lingui/react/macro';
import {
  IconCircleOff,
  IconFlag3,
  IconFlagOff,
  IconFolderOff,
  IconRotateClockwise,
  IconTagOff,
  IconUserOff,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePeople } from '#features/members/index.ts';
import { useAllProjects } from '#features/projects/index.ts';
import {
  cyclesByDate,
  labelsByName,
  milestonesByDate,
  nameCycle,
  nameCycleDays,
  TypeGlyph,
  useTaskTypes,
} from '#features/tasks/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';

/** The fields whose filter values and groups are other entities, except the statuses, which vary by project. */
export type ChosenReference = Exclude<ReferenceField, 'status'>;

/** An entity that tasks can refer to. */
export interface ReferenceChoice {
  id: string;
  name: string;
  icon: ReactNode;
  /** Distinguishes entities of the same name. */
  hint?: string;
  /** The project that the entity belongs to. Null for entities of the team. */
  projectId: string | null;
  /** Whether the entity accepts no more tasks: archived projects and closed cycles. */
  isClosed: boolean;
}

interface ReferenceChoices {
  choices: readonly ReferenceChoice[];
  none: { name: string; icon: ReactNode };
}

/** Returns a function that lists the entities to which a field of a task can refer, in order. */
export function useReferenceChoices(avatarSize: 18 | 20): (field: ChosenReference) => ReferenceChoices {
  const { t } = useLingui();
  const store = useTeamStore();
  const people = usePeople();
  const projects = useAllProjects();
  const labels = useRows(labelsByName(store));
  const types = useTaskTypes();
  const milestones = useRows(milestonesByDate(store));
  const cycles = useRows(cyclesByDate(store));
  const ofTeam = { projectId: null, isClosed: false };
  const nameProject = (projectId: string) => projects.find(({ id }) => id === projectId)?.name ?? '';
  const isOnly = projects.length < 2;
  return (field) => {
    switch (field) {
      case 'assignee':
      case 'watcher':
      case 'reporter':
      case 'creator':
        return {
          choices: people.map((person) => ({
            ...ofTeam,
            id: person.id,
            name: person.name,
            icon: <Avatar person={person} size={avatarSize} />,
            ...(person.namesakeHint === undefined ? {} : { hint: person.namesakeHint }),
          })),
          none: { name: t`Nobody`, icon: draw(IconUserOff) },
        };
      case 'label':
        return {
          choices: labels.map(({ id, name, color }) => ({
            ...ofTeam,
            id,
            name,
            icon: <ColorDot color={color} />,
          })),
          none: { name: t`No labels`, icon: draw(IconTagOff) },
        };
      case 'type':
        return {
          choices: types.map(({ id, name, icon, color }) => ({
            ...ofTeam,
            id,
            name,
            icon: <TypeGlyph icon={icon} color={color} />,
          })),
          none: { name: t`No type`, icon: draw(IconCircleOff) },
        };
      case 'project':
        return {
          choices: projects.map(({ id, name, color, archivedAt }) => ({
            id,
            name,
            icon: <ColorDot color={color} />,
            hint: archivedAt === null ? '' : t`Archived`,
            projectId: null,
            isClosed: archivedAt !== null,
          })),
          none: { name: t`No project`, icon: draw(IconFolderOff) },
        };
      case 'milestone':
        return {
          choices: milestones.map(({ id, name, projectId }) => ({
            id,
            name,
            icon: draw(IconFlag3),
            hint: isOnly ? '' : nameProject(projectId),
            projectId,
            isClosed: false,
          })),
          none: { name: t`No milestone`, icon: draw(IconFlagOff) },
        };
      case 'cycle':
        return {
          choices: cycles.map((cycle) => ({
            id: cycle.id,
            name: nameCycle(cycle),
            icon: draw(IconRotateClockwise),
            hint: isOnly ? nameCycleDays(cycle) : nameProject(cycle.projectId),
            projectId: cycle.projectId,
            isClosed: cycle.closedAt !== null,
          })),
          none: { name: t`No cycle`, icon: draw(IconCircleOff) },
        };
    }
  };
}

function draw(Drawn: Icon): ReactNode {
  return <Drawn size={16} stroke={1.6} aria-hidden="true" />;
}
