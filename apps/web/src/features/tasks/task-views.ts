import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useArchivedIds } from '#platform/rights.ts';
import { useTeamStore, useView, type View, type ViewSpec } from '#platform/sync/index.ts';
import { useRows } from '#platform/use-rows.ts';
import { describeStatuses, PRIORITIES_BY_WEIGHT, type StatusLook } from './task-words.ts';
import { statusesInOrder } from './tasks.data.ts';

type Task = SyncRows['task'];

/** The statuses of the team in their order, with what they look like. */
export function useStatuses(): readonly StatusLook[] {
  const rows = useRows(statusesInOrder(useTeamStore()));
  const { t } = useLingui();
  return useMemo(() => describeStatuses(rows, t), [rows, t]);
}

/** All tasks of the team by status, the most pressing first, but for those of archived projects. */
export function useTeamTasks(): View<'task'> {
  const archived = useArchivedIds();
  const spec = useMemo(
    (): ViewSpec<'task'> => ({
      entity: 'task',
      filter: ({ projectId }) => projectId === null || !archived.includes(projectId),
      group: (task) => task.statusId,
      compare: comparePressing,
    }),
    [archived],
  );
  return useView(spec);
}

/** By due date (none last), then priority, then the newest. */
export function comparePressing(a: Task, b: Task): number {
  if (a.dueDate !== b.dueDate) {
    if (a.dueDate === null) return 1;
    if (b.dueDate === null) return -1;
    return a.dueDate < b.dueDate ? -1 : 1;
  }
  const weight = PRIORITIES_BY_WEIGHT.indexOf(a.priority) - PRIORITIES_BY_WEIGHT.indexOf(b.priority);
  if (weight !== 0) return weight;
  if (a.createdAt === b.createdAt) return 0;
  return a.createdAt > b.createdAt ? -1 : 1;
}
