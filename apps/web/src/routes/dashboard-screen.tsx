import { Outlet, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { TaskPanel } from '#features/tasks/index.ts';
import { auth } from '#platform/session.ts';
import { useSelected } from '#platform/state.ts';
import { teamsState, useCurrentTeam } from '#platform/teams.ts';
import { AppShell } from '#shell/app-shell.tsx';
import { Refusals } from '#shell/refusals.tsx';
import { SignInAgain } from '#shell/sign-in-again.tsx';
import { SyncNote } from '#shell/sync-note.tsx';
import { TeamWorkspace } from '#shell/team-workspace.tsx';
import { WorkspaceWatch } from '#shell/workspace-watch.tsx';
import { useTaskPanel } from './use-task-panel.ts';

/** The frame, the team's working set, and the panel of the task that the address names. */
export function DashboardScreen() {
  const router = useRouter();
  const team = useCurrentTeam();
  const userId = useSelected(auth, (state) => state.user?.id);
  const { task } = useSearch({ from: '/dashboard' });
  const { close } = useTaskPanel();
  const hasNoTeam = useSelected(teamsState, (state) => state.isLoaded && state.teams.length === 0);

  useEffect(() => {
    // The last team went away while its screens were shown: the guard decides where to go.
    if (hasNoTeam) void router.invalidate();
  }, [hasNoTeam, router]);

  if (team === undefined || userId === undefined) return null;
  return (
    <AppShell>
      <TeamWorkspace userId={userId} teamId={team._id}>
        <Outlet />
        {task !== undefined && <TaskPanel key={task} taskId={task} onClose={close} />}
        <WorkspaceWatch />
        <SyncNote />
        <Refusals />
        <SignInAgain />
      </TeamWorkspace>
    </AppShell>
  );
}
