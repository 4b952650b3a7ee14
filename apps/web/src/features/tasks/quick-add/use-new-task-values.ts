import { useState } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { placeWithProjectBoundFields } from '#features/tasks/model/project-bound-fields.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import { useTaskTargets } from '#features/tasks/model/use-task-targets.ts';
import { pickOver, type Picks } from './new-task-picks.ts';
import { toQuickTask } from './quick-task.ts';
import { joinFields } from './quick.data.ts';
import { useQuick } from './use-quick.ts';

/** The field values of a new task: the picked ones, and those typed in its title. */
export function useNewTaskValues(
  projectId: string | null,
  preset: Partial<TaskFields> | undefined,
  title: string,
) {
  const store = useTeamStore();
  const { defaultProjectId } = useTaskTargets();
  const [ownPicks, setPicks] = useState<Picks>({ ...preset, projectId, newLabels: [] });
  // Applied on each render because the form of a kept draft opens before the projects are loaded.
  const picks = { ...ownPicks, projectId: ownPicks.projectId ?? defaultProjectId };
  const quick = useQuick(title);
  const typed = toQuickTask(quick.reading);
  const { newLabels: pickedLabels, ...picked } = picks;
  const newLabels = [...new Set([...pickedLabels, ...typed.newLabels])];
  const fields = placeWithProjectBoundFields(store, joinFields(picked, typed.fields));
  return {
    quick,
    typed,
    picked,
    newLabels,
    fields,
    /** Sets picked values. Returns the title tokens that they replace. */
    pick(change: Partial<Picks>) {
      const { picks: own, dropped } = pickOver(picks, { fields, newLabels }, change, quick.reading.tokens);
      setPicks(own);
      return dropped;
    },
  };
}
