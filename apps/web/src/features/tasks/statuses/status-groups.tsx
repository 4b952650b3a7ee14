import { isClosed } from '@hearth/contracts/model/task-values';
import { useMemo } from 'react';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import type { StatusLook } from '#features/tasks/model/task-field-labels.ts';

/**
 * Returns the team's statuses as groups, in order. This is the default grouping.
 * @param projectId project of the board or list; null for all projects
 */
export function useStatusGroups(projectId: string | null = null): readonly TaskGroup[] {
  const statuses = useStatuses();
  return useMemo(() => statuses.map((status) => groupOfStatus(status, projectId)), [statuses, projectId]);
}

function groupOfStatus(status: StatusLook, projectId: string | null): TaskGroup {
  const { id, name, category, progress, color } = status;
  return {
    key: id,
    name,
    icon: <StatusGlyph category={category} progress={progress} color={color} />,
    status,
    ...(projectId === null || isClosed(category) ? {} : { projectId }),
    enter: () => ({ statusId: id }),
  };
}
