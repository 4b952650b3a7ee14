import type { SyncRows } from '@hearth/contracts/sync';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { allProjectsInOrder, projectsInOrder } from './projects.data.ts';

/** Visible projects that are not archived, in order. */
export function useProjects(): readonly SyncRows['project'][] {
  return useRows(projectsInOrder(useTeamStore()));
}

/** The same including archived ones: for names and for filters. */
export function useAllProjects(): readonly SyncRows['project'][] {
  return useRows(allProjectsInOrder(useTeamStore()));
}
