import { redirect } from '@tanstack/react-router';
import { trackLoading } from '#platform/client-state/loading.ts';
import { getCurrentTeam, loadTeams, switchTeam, teamsState } from '#platform/session/teams.ts';

/** A link that names a team, as those in mails do, leads into it, whichever was shown last; the address goes on without it. */
export async function enterTeam(
  teamId: string,
  location: { pathname: string; search: object },
): Promise<void> {
  const find = () => teamsState.get().teams.findIndex(({ _id }) => _id === teamId);
  // What this browser remembers may be from before they joined it.
  if (find() < 0) await trackLoading(loadTeams()).catch(() => undefined);
  const index = find();
  if (index >= 0 && getCurrentTeam()?._id !== teamId) await switchTeam(index);
  throw redirect({ to: location.pathname, search: { ...location.search, team: undefined }, replace: true });
}
