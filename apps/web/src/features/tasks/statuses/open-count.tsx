import { Plural } from '@lingui/react/macro';
import { useGroup, useTeamStore } from '#platform/sync/index.ts';
import { openTasksByProject } from '#features/tasks/model/tasks.data.ts';

/** How much is left to do in a project. */
export function OpenCount({ projectId }: { projectId: string }) {
  const count = useGroup(openTasksByProject(useTeamStore()), projectId).length;
  if (count === 0) return null;
  return <Plural value={count} one="# open task" other="# open tasks" />;
}
