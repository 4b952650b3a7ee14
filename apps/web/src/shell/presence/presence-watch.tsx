import { useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { following } from '#platform/client-state/follow-mode.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { focusedField } from '#platform/client-state/focused-field.ts';
import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';
import { screenOf, type ShownSearch } from './shown-screen.ts';

const FollowBar = lazyOnIntent(async () => (await import('./follow-bar.tsx')).FollowBar);

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** While the page is visible, publishes the project or task that this user is looking at and whose screen they follow. */
export function PresenceWatch({ taskId = null }: { taskId?: string | null }) {
  const { presence } = useTeamStore();
  const { projectId: ownProject = null } = useParams({ strict: false });
  const task = useRow('task', taskId ?? '');
  const field = useSelected(focusedField, (state) => (state.taskId === taskId ? state.field : null));
  const isVisible = useSyncExternalStore(subscribeVisibility, () => document.visibilityState === 'visible');
  const { userId: follows } = useSelected(following, (state) => state);
  const screen = useShownScreen();
  const shownTask = task === undefined ? null : taskId;
  // A task is visible to everyone with access to its project, on whichever screen it was opened.
  const projectId = task === undefined ? ownProject : task.projectId;
  const isSomewhere = isVisible && (shownTask !== null || projectId !== null || screen !== null);
  useEffect(() => {
    presence.report(isSomewhere ? { projectId, taskId: shownTask, field, screen, follows } : null);
  }, [presence, isSomewhere, projectId, shownTask, field, screen, follows]);
  useEffect(
    () => () => {
      presence.report(null);
      following.set({ userId: null });
    },
    [presence],
  );
  return follows === null ? null : <FollowBar key={follows} userId={follows} />;
}

/** Returns the screen as published to other users. A private view is visible only to its owner. */
function useShownScreen(): string | null {
  const { pathname, search } = useRouterState({ select: (state) => state.location });
  const { view, as } = search as ShownSearch;
  const isOwn = useRow('view', view ?? '')?.isPrivate === true;
  return screenOf(pathname, isOwn ? {} : { view, as });
}
