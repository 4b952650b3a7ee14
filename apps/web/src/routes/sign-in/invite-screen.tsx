import { useLingui } from '@lingui/react/macro';
import { useParams, useRouter } from '@tanstack/react-router';
import { InvitePanel } from '#features/invites/index.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { acceptTeam, loadTeams, switchTeam, teamsState } from '#platform/session/teams.ts';
import { useTitle } from '#platform/page/use-title.ts';

export function InviteScreen() {
  const { t } = useLingui();
  useTitle(t`Join a team`);
  const router = useRouter();
  const { link } = useParams({ from: '/invite/$link/join' });
  const email = useSelected(auth, (state) => state.user?.email ?? null);
  return (
    <InvitePanel
      link={link}
      email={email}
      onSignIn={() =>
        void router.navigate({ to: '/signin', search: { next: `/invite/${encodeURIComponent(link)}/join` } })
      }
      onLeave={() => {
        if (email !== null) void router.navigate({ to: '/dashboard' });
        else location.assign('/');
      }}
      onJoined={async (team) => {
        if (!teamsState.get().isLoaded) await loadTeams();
        void switchTeam(acceptTeam(team));
        await router.navigate({ to: '/dashboard' });
      }}
    />
  );
}
