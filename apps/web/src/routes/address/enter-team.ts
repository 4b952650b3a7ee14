import { redirect } from '@tanstack/react-router';
import { trackLoading } from '#platform/client-state/loading.ts';
import { getCurrentTeam, loadTeams, switchTeam, teamsState } from '#platform/session/teams.ts';

/** Links with a team id, such as those in emails, switch to that team. The id is removed from the URL. */
export async function enterTeam(
  teamId: string,
  location: { pathname: string; search: object },
): Promise<void> {
  const find = () => teamsState.get().teams.findIndex(({ _id }) => _id === teamId);
  // The cached list may be older than the user's membership.
  if (find() < 0) await trackLoading(loadTeams()).catch(() => undefined);
  const index = find();
  if (index >= 0 && getCurrentTeam()?._id !== teamId) await switchTeam(index);
  throw redirect({ to: location.pathname, search: { ...location.search, team: undefined }, replace: true });
}
