import type { SyncRows } from '@hearth/contracts/sync';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { allProjectsInOrder, projectsInOrder } from './projects.data.ts';

/** The projects that this person may see and that are not archived, in order. */
export function useProjects(): readonly SyncRows['project'][] {
  return useRows(projectsInOrder(useTeamStore()));
}

/** The same with those that are archived: for their names, and for choosing what to look at. */
export function useAllProjects(): readonly SyncRows['project'][] {
  return useRows(allProjectsInOrder(useTeamStore()));
}
