import { useMemo } from 'react';
import { isPutOff, waitingByProject } from '#features/tasks/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useGroups, useTeamStore } from '#platform/sync/index.ts';
import { useGroupLists } from '#platform/sync/store/use-rows.ts';
import { useToday } from '#ui/format/use-today.ts';

interface TriageWait {
  projectId: string;
  name: string;
  count: number;
}

/** Returns the number of triage items that this user may accept, by project. Postponed items are not counted. */
export function useTriageWaits(): readonly TriageWait[] {
  const store = useTeamStore();
  const today = useToday();
  const may = useMay();
  const view = waitingByProject(store);
  const projectIds = useGroups(view);
  const lists = useGroupLists(view, projectIds);
  const counts = useMemo(
    () =>
      lists.map(
        (ids) =>
          ids.filter((id) => {
            const task = store.row('task', id);
            return task !== undefined && !isPutOff(task, today);
          }).length,
      ),
    [lists, store, today],
  );
  return projectIds.flatMap((projectId, at) => {
    const project = store.row('project', projectId);
    const count = counts[at] ?? 0;
    if (project === undefined || project.archivedAt !== null || count === 0) return [];
    if (!may('task.update', { projectId, createdBy: null })) return [];
    return [{ projectId, name: project.name, count }];
  });
}
