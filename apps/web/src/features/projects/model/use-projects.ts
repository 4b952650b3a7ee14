import type { SyncRows } from '@hearth/contracts/sync';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { allProjectsInOrder, projectsInOrder } from './projects.data.ts';

/** Visible projects that are not archived, in order. */
export function useProjects(): readonly SyncRows['project'][] {
  return useRows(projectsInOrder(useTeamStore()));
}

/** Visible projects including archived ones, in order. Used for names and filters. */
export function useAllProjects(): readonly SyncRows['project'][] {
  return useRows(allProjectsInOrder(useTeamStore()));
}
