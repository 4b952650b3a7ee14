import { useParams } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useSelected } from '#platform/state.ts';
import { typing } from '#platform/typing.ts';

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Tells the others which project or task this person looks at, for as long as they can see it. Shows nothing. */
export function PresenceWatch({ taskId = null }: { taskId?: string | null }) {
  const { presence } = useTeamStore();
  const { projectId: ownProject = null } = useParams({ strict: false });
  const task = useRow('task', taskId ?? '');
  const field = useSelected(typing, (state) => (state.taskId === taskId ? state.field : null));
  const isVisible = useSyncExternalStore(subscribeVisibility, () => document.visibilityState === 'visible');
  const shownTask = task === undefined ? null : taskId;
  // A task is seen by whoever sees its own project, whichever screen it was opened over.
  const projectId = task === undefined ? ownProject : task.projectId;
  const isSomewhere = isVisible && (shownTask !== null || projectId !== null);
  useEffect(() => {
    presence.say(isSomewhere ? { projectId, taskId: shownTask, field } : null);
  }, [presence, isSomewhere, projectId, shownTask, field]);
  useEffect(() => () => presence.say(null), [presence]);
  return null;
}
