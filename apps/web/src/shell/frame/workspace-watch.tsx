import { useEffect } from 'react';
import { showPerson } from '#platform/session/account.ts';
import { recordVisit } from '#platform/client-state/last-visit.ts';
import { useTeamRole } from '#platform/permissions/rights.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { refreshSubscription } from '#platform/session/subscription.ts';
import { useGroup, useRefusals, useRow, useTeamStore } from '#platform/sync/index.ts';
import { acceptTeam, teamsState } from '#platform/session/teams.ts';

const byId = { entity: 'project', compare: () => 0 } as const;

/** Syncs the client state of teams with the feed and keeps the plan up to date. Renders nothing. */
export function WorkspaceWatch() {
  const store = useTeamStore();
  const role = useTeamRole();
  const team = useRow('team', store.teamId);
  const own = useRow('member', store.userId);
  const projectIds = useGroup(store.sharedView('project ids', byId));

  useEffect(() => recordVisit(store.userId, store.teamId), [store.userId, store.teamId]);
  useEffect(() => teamsState.set({ currentTeamRole: role }), [role]);
  useEffect(() => teamsState.set({ currentTeamProjectIds: projectIds }), [projectIds]);
  useEffect(() => {
    const known = teamsState.get().teams.find((other) => other._id === team?._id);
    if (team !== undefined && known !== undefined && known !== team) acceptTeam(team);
  }, [team]);

  useEffect(() => {
    // When viewing as another member, the account is still the user's own.
    if (own?.userId === auth.get().user?.id && own !== undefined) showPerson({ ...own, id: own.userId });
  }, [own]);

  useFreshSubscription();
  useFreshUsage();
  return null;
}

/**
 * Refetches the plan on window focus and when the server rejects a change because of the plan. The plan may have changed on another device.
 */
function useFreshSubscription(): void {
  const planRefusals = useRefusals().filter(({ problem }) => problem.status === 402);
  const newest = planRefusals.at(-1)?.mutation.mutationId;
  useEffect(() => {
    const refresh = () => void refreshSubscription();
    addEventListener('focus', refresh);
    return () => removeEventListener('focus', refresh);
  }, []);
  useEffect(() => {
    if (newest !== undefined) void refreshSubscription();
  }, [newest]);
}

/** Refetches the plan's usage when the number of projects, tasks or documents changes, once the server has the change. */
function useFreshUsage(): void {
  const store = useTeamStore();
  const hasLimits = useSelected(
    auth,
    ({ subscription }) => subscription !== null && subscription.limits.tasks !== null,
  );
  useEffect(() => {
    if (!hasLimits) return undefined;
    const count = () =>
      (['project', 'task', 'document'] as const).map((entity) => store.all(entity).length).join('/');
    let known = count();
    return store.subscribeSteps(() => {
      if (store.pendingCount > 0) return;
      const now = count();
      if (now === known) return;
      known = now;
      void refreshSubscription();
    });
  }, [store, hasLimits]);
}
