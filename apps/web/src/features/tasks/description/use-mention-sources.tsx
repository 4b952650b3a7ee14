import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { membersByName, usePeople } from '#features/members/index.ts';
import { useViewerIds } from '#features/projects/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import type { MentionSources } from '#ui/rich/typed-offers.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { findByName } from '#features/mentions/index.ts';
import { findTasks, foldTasks } from '#features/tasks/task-picker/task-search.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';

/** Maximum number of suggestions. */
const MAX = 8;

/** Suggests members and tasks to mention in a description. */
export function useMentionSources(
  taskId: string,
  projectId: string | null,
  isEnabled: boolean,
): MentionSources {
  const { t } = useLingui();
  const store = useTeamStore();
  const everybody = usePeople();
  const statuses = useStatuses();
  const viewerIds = useViewerIds(projectId, isEnabled, membersByName(store));
  return useMemo(() => {
    const all = everybody.map((person) => ({ ...person, canSee: viewerIds?.has(person.id) ?? true }));
    const inOrder = [...all.filter(({ canSee }) => canSee), ...all.filter(({ canSee }) => !canSee)];
    return {
      people: (typed) =>
        findByName(inOrder, typed, MAX).map((person) => ({
          id: person.id,
          title: person.name,
          mark: <Avatar person={person} size={22} />,
          ...(person.namesakeHint === undefined ? {} : { note: person.namesakeHint }),
          ...(person.canSee ? {} : { note: t`Can’t see this task`, isDisabled: true }),
        })),
      tasks: (typed) =>
        findTasks(
          foldTasks(store.all('task').filter(({ id, key }) => id !== taskId && key !== '')),
          typed,
          projectId,
          MAX,
        ).map((task) => {
          const status = statuses.find(({ id }) => id === task.statusId);
          return {
            id: task.key,
            title: task.title,
            note: task.key,
            mark: status && (
              <StatusGlyph category={status.category} progress={status.progress} color={status.color} />
            ),
          };
        }),
    };
  }, [everybody, viewerIds, statuses, store, taskId, projectId, t]);
}
