import type { SyncRows } from '@hearth/contracts/sync';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/use-rows.ts';
import { projectsInOrder } from './projects.data.ts';

/** The projects that this person may see, in order. */
export function useProjects(): readonly SyncRows['project'][] {
  return useRows(projectsInOrder(useTeamStore()));
}
