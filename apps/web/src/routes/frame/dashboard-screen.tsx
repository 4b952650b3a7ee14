import { Outlet, useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo } from 'react';
import { HistoryWatch } from '#features/assistant/index.ts';
import { AccountWatch } from '#features/auth/index.ts';
import { UnsyncedWatch } from '#features/documents/index.ts';
import { ReminderWatch, TaskPanel, TimerWatch } from '#features/tasks/index.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { teamsState, useCurrentTeam } from '#platform/session/teams.ts';
import { viewState } from '#platform/permissions/view-as.ts';
import { AppShell } from '#shell/frame/app-shell.tsx';
import { Commands } from '#shell/palette/commands.tsx';
import { PanelBoundary } from '#shell/notes/panel-boundary.tsx';
import { PlanWatch } from '#shell/plan/plan-watch.tsx';
import { PresenceWatch } from '#shell/presence/presence-watch.tsx';
import { Refusals } from '#shell/notes/refusals.tsx';
import { SidebarParts } from '#shell/sidebar/sidebar-parts.tsx';
import { SignInAgain } from '#shell/notes/sign-in-again.tsx';
import { SyncNote } from '#shell/notes/sync-note.tsx';
import { TeamWorkspace } from '#shell/frame/team-workspace.tsx';
import { timerTarget } from '#shell/sidebar/timer-target.tsx';
import { useIsWide } from '#shell/page/use-is-wide.ts';
import { WorkspaceWatch } from '#shell/frame/workspace-watch.tsx';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';
import { prefetchOnIntent } from '#ui/lazy/lazy-parts.tsx';
import styles from './screens.module.css';
import { useMoment } from '#routes/address/use-moment.ts';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';
import { WorkDialogs } from './work-dialogs.tsx';

const ViewedWorkspace = lazyComponent(
  async () => (await import('#shell/frame/viewed-workspace.tsx')).ViewedWorkspace,
);

const PastWorkspace = lazyComponent(
  async () => (await import('#shell/frame/past-workspace.tsx')).PastWorkspace,
);

/** The frame, the team's working set and the task panel from the URL. */
export function DashboardScreen() {
  const router = useRouter();
  const team = useCurrentTeam();
  const userId = useSelected(auth, (state) => state.user?.id);
  const view = useSelected(viewState, (state) => state.view);
  const { task, comment, full, at } = useSearch({ from: '/dashboard' });
  const goToMoment = useMoment();
  const timerElement = useSelected(timerTarget, ({ element }) => element);
  const panel = useTaskPanel();
  const { open, close, toggleFull: toggle } = panel;
  const isWide = useIsWide();
  const isFull = isWide && task !== undefined && full === true;
  const links = useMemo(
    () => ({ ...panel, full: isWide ? { isShown: isFull, toggle } : undefined }),
    [panel, isWide, isFull, toggle],
  );
  const hasNoTeam = useSelected(teamsState, (state) => state.isLoaded && state.teams.length === 0);

  useEffect(() => {
    // The last team was removed while a screen was shown, so the route guard must redirect.
    if (hasNoTeam) void router.invalidate();
  }, [hasNoTeam, router]);

  useEffect(prefetchOnIntent, []);

  if (team === undefined || userId === undefined) return null;
  const screens = (
    <>
      {view === null && at === undefined && <PlanWatch />}
      {/* The screen under a full-page panel is inert and keeps its state. */}
      <div className={styles.under} inert={isFull}>
        <Outlet />
      </div>
      {task !== undefined && (
        <PanelBoundary key={task} onClose={close}>
          <TaskPanel taskId={task} commentId={comment} links={links} onClose={close} />
        </PanelBoundary>
      )}
      <WorkDialogs />
      <Commands openTask={open} goToMoment={goToMoment} />
      <SidebarParts />
      <WorkspaceWatch />
      <PresenceWatch taskId={task} />
      {view === null && at === undefined && (
        <>
          <UnsyncedWatch />
          <ReminderWatch onOpen={open} />
          <HistoryWatch isWanted={false} standIn={null} />
          <TimerWatch target={timerElement} onOpen={open} />
        </>
      )}
      <SyncNote />
      <Refusals openTask={open} />
      <SignInAgain />
      <AccountWatch />
    </>
  );
  return (
    <AppShell>
      {view?.teamId === team._id ? (
        <Suspense fallback={null}>
          <ViewedWorkspace key={view.token} view={view}>
            {screens}
          </ViewedWorkspace>
        </Suspense>
      ) : at !== undefined ? (
        <Suspense fallback={null}>
          <PastWorkspace teamId={team._id} userId={userId} at={at} onGo={goToMoment}>
            {screens}
          </PastWorkspace>
        </Suspense>
      ) : (
        <TeamWorkspace userId={userId} teamId={team._id}>
          {screens}
        </TeamWorkspace>
      )}
    </AppShell>
  );
}
