import { useMemo } from 'react';
import { StatusGlyph } from '#ui/status-glyph.tsx';
import type { TaskGroup } from './task-group.ts';
import { useStatuses } from './task-views.ts';
import type { StatusLook } from './task-words.ts';

/** The team's statuses as groups, in order: how tasks are shown unless somebody asks for something else. */
export function useStatusGroups(): readonly TaskGroup[] {
  const statuses = useStatuses();
  return useMemo(() => statuses.map(groupOfStatus), [statuses]);
}

function groupOfStatus(status: StatusLook): TaskGroup {
  const { id, name, category, progress, color } = status;
  return {
    key: id,
    name,
    icon: <StatusGlyph category={category} progress={progress} color={color} />,
    status,
    enter: () => ({ statusId: id }),
  };
}
