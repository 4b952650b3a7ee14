import { redirect } from '@tanstack/react-router';
import { trackLoading } from '#platform/client-state/loading.ts';
import { getCurrentTeam, loadTeams, switchTeam, teamsState } from '#platform/session/teams.ts';

/**
 * Switches to the team in a link, such as a link in an email. The team stays the same if the user is not a member of the other one.
 * @throws a redirect that removes the team's id from the URL
 */
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
