import { t } from '@lingui/core/macro';
import { redirect } from '@tanstack/react-router';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { auth } from '#platform/session/session.ts';
import { loadTeamContext, loadTeams, recallTeams, teamsState } from '#platform/session/teams.ts';

/** Guard of sign-in: redirects signed-in users to the dashboard. */
export function requireSignedOut(): void {
  if (auth.get().user !== null) throw redirect({ to: '/dashboard' });
}

/** Redirects signed-out visitors to sign-in. Sign-in returns to `href`. */
export function requireSignedIn(href: string): void {
  if (auth.get().user !== null) return;
  throw redirect({ to: '/signin', search: href === '/dashboard' ? {} : { next: href } });
}

/**
 * Guard of the dashboard. Loads the teams unless they are loaded, and redirects users without a team to create one. Cached teams are shown
 * immediately and revalidated in the background.
 */
export async function requireTeam(): Promise<void> {
  if (!teamsState.get().isLoaded) {
    if (recallTeams()) void refreshTeams();
    else await trackLoading(loadTeams());
    void loadTeamContext();
  }
  if (teamsState.get().teams.length === 0) throw redirect({ to: '/teams/create' });
}

async function refreshTeams(): Promise<void> {
  try {
    await loadTeams();
  } catch {
    // Offline or signed out. The sync status shows this, or the session handles it.
  }
}

/** Returns the page to open after sign-in: `next`, or the page for creating a team if `next` is home and the user has no team. */
export async function findStart(next: string): Promise<string> {
  if (next !== '/dashboard') return next;
  try {
    const teams = await loadTeams();
    void loadTeamContext();
    return teams.length === 0 ? '/teams/create' : next;
  } catch {
    showError(t`Something went wrong. Please try again.`);
    return next;
  }
}
