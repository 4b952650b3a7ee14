import { useParams, useRouter } from '@tanstack/react-router';
import { InvitePanel } from '#features/invites/index.ts';
import { auth } from '#platform/session.ts';
import { useSelected } from '#platform/state.ts';
import { acceptTeam, loadTeams, switchTeam, teamsState } from '#platform/teams.ts';
import { useTitle } from '#platform/use-title.ts';

export function InviteScreen() {
  useTitle('Join a team');
  const router = useRouter();
  const { link } = useParams({ from: '/invite/$link/join' });
  const isSignedIn = useSelected(auth, (state) => state.user !== null);
  return (
    <InvitePanel
      link={link}
      isSignedIn={isSignedIn}
      onSignIn={() =>
        void router.navigate({ to: '/signin', search: { next: `/invite/${encodeURIComponent(link)}/join` } })
      }
      onLeave={() => void router.navigate({ to: isSignedIn ? '/dashboard' : '/' })}
      onJoined={async (team) => {
        if (!teamsState.get().isLoaded) await loadTeams();
        void switchTeam(acceptTeam(team));
        await router.navigate({ to: '/dashboard' });
      }}
    />
  );
}
