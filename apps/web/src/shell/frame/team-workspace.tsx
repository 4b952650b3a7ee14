import type { FirstScreen } from '@hearth/contracts/first-load';
import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { resumeUploads } from '#features/tasks/index.ts';
import { apiOrigin } from '#platform/api/api-client.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { flushBeforeReload } from '#platform/release/reload.ts';
import { auth, session } from '#platform/session/session.ts';
import {
  openTeamInBrowser,
  TeamStoreProvider,
  type FirstPart,
  type TeamStore,
} from '#platform/sync/index.ts';
import { dropTeam, teamsState } from '#platform/session/teams.ts';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import styles from './frame.module.css';

const ADDRESSES: Record<FirstScreen, RegExp> = {
  home: /^\/dashboard$/,
  mine: /^\/dashboard\/tasks\/mine$/,
  document: /^\/dashboard\/documents\/[^/]+$/,
};

/** Whether the first rows suffice for the screen at a URL. */
function isShownBy({ projectId, screen }: FirstPart, path: string): boolean {
  if (projectId !== undefined) return `${path}/`.startsWith(`/dashboard/projects/${projectId}/`);
  return screen !== undefined && ADDRESSES[screen].test(path.replace(/\/$/, ''));
}

/** Whether the screen needs more than the first rows while only those are loaded. */
function useIsWaitingForRows(store: TeamStore | null): boolean {
  const subscribe = useCallback(
    (listener: () => void) => store?.subscribeSteps(listener) ?? (() => undefined),
    [store],
  );
  const first = useSyncExternalStore(subscribe, () => store?.first ?? null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isComing = first !== null && !isShownBy(first, path);
  useEffect(() => {
    // No screen can be drawn before the remaining rows are loaded. Don't wait for one.
    if (isComing) store?.noteDrawn();
  }, [store, isComing]);
  return isComing;
}

/** Opens the team's working set and provides it to the screens. The screens appear once the first rows are loaded. */
export function TeamWorkspace({
  userId,
  teamId,
  children,
}: {
  userId: string;
  teamId: string;
  children: ReactNode;
}) {
  const router = useRouter();
  const [store, setStore] = useState<TeamStore | null>(null);
  const isWaiting = useIsWaitingForRows(store);

  useEffect(() => {
    const opened: TeamStore = openTeamInBrowser({
      apiOrigin,
      userId,
      teamId,
      onSessionOver: () => {
        void session.verify().then(() => {
          if (auth.get().user?.id === userId) opened.resume();
        });
      },
    });
    const stopStatus = opened.subscribeStatus(() => {
      if (opened.status !== 'gone') return;
      const name = teamsState.get().teams.find((team) => team._id === teamId)?.name;
      if (name === undefined) return;
      dropTeam(teamId);
      showError(t`You’re no longer on ${name}.`);
      void router.navigate({ to: '/dashboard', search: {} });
    });
    const stopFlushing = flushBeforeReload(() => opened.whenStored());
    let isCurrent = true;
    void resumeUploads(opened);
    void opened.ready.then(() => {
      if (isCurrent) setStore(opened);
    });
    return () => {
      isCurrent = false;
      setStore(null);
      stopStatus();
      stopFlushing();
      opened.close();
    };
  }, [router, userId, teamId]);

  if (store === null || store.teamId !== teamId || isWaiting) {
    return (
      <div className={styles.waiting}>
        <SkeletonRows />
      </div>
    );
  }
  return <TeamStoreProvider value={store}>{children}</TeamStoreProvider>;
}
