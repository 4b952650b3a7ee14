import { Plural } from '@lingui/react/macro';
import { useFirstPart, useGroup, useTeamStore } from '#platform/sync/index.ts';
import { openTasksByProject } from '#features/tasks/model/tasks.data.ts';

/** Number of open tasks of a project. */
export function OpenCount({ projectId }: { projectId: string }) {
  const here = useGroup(openTasksByProject(useTeamStore()), projectId).length;
  const figures = useFirstPart()?.figures;
  const count = figures == null ? here : (figures.openByProject[projectId] ?? 0);
  if (count === 0) return null;
  return <Plural value={count} one="# open task" other="# open tasks" />;
}
