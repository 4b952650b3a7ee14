import { t } from '@lingui/core/macro';
import { redirect } from '@tanstack/react-router';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { auth } from '#platform/session/session.ts';
import { loadTeamContext, loadTeams, recallTeams, teamsState } from '#platform/session/teams.ts';

/** Home and sign-in are for people who are not signed in. */
export function requireNobody(): void {
  if (auth.get().user !== null) throw redirect({ to: '/dashboard' });
}

/** Sends whoever is not signed in to sign-in, and back to `href` afterwards. */
export function requirePerson(href: string): void {
  if (auth.get().user !== null) return;
  throw redirect({ to: '/signin', search: href === '/dashboard' ? {} : { next: href } });
}

/**
 * Entering the dashboard: the teams are fetched unless they are known; whoever has none makes one. Teams that this
 * browser remembers are shown at once and checked behind the screen.
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
    // Not reachable, or no longer signed in: the former shows itself in the sync status, the latter to the session.
  }
}

/** Where somebody goes who has just signed in. */
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
