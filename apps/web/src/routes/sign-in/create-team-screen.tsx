import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AccountWatch } from '#features/auth/index.ts';
import { CreateTeamForm } from '#features/teams/index.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { acceptTeam, loadTeams, switchTeam, teamsState } from '#platform/session/teams.ts';
import { useTitle } from '#platform/page/use-title.ts';
import { useSignOut } from '#shell/sidebar/use-sign-out.ts';
import { CenteredPage } from '#ui/layout/centered-page.tsx';
import styles from '#routes/frame/screens.module.css';

export function CreateTeamScreen() {
  const { t } = useLingui();
  useTitle(t`Create a team`);
  const router = useRouter();
  const hasTeams = useSelected(teamsState, (state) => state.teams.length > 0);
  useEffect(() => {
    // A user who reloads this page may have teams to return to. If the request fails, the form still works.
    if (!teamsState.get().isLoaded) void loadTeams().catch(() => undefined);
  }, []);
  return (
    <CenteredPage
      title={t`Create a team`}
      lead={t`Team members share projects and tasks. You can invite them next.`}
    >
      <CreateTeamForm
        onCreated={async (team) => {
          // The new team's position in the list is unknown until the other teams are loaded.
          if (!teamsState.get().isLoaded) await loadTeams();
          void switchTeam(acceptTeam(team));
          await router.navigate({ to: '/dashboard' });
        }}
      >
        {hasTeams ? (
          <Link to="/dashboard" className={styles.quietLink}>
            <Trans>Back to the dashboard</Trans>
          </Link>
        ) : (
          <SignedInAs />
        )}
      </CreateTeamForm>
      <AccountWatch />
    </CenteredPage>
  );
}

/** Lets users without a team sign out of a wrong account. They have no navbar. */
function SignedInAs() {
  const signOut = useSignOut();
  const email = useSelected(auth, (state) => state.user?.email ?? '');
  return (
    <p className={styles.whoIsHere}>
      <Trans>Signed in as {email}.</Trans>{' '}
      <button type="button" className={styles.textButton} onClick={signOut}>
        <Trans>Sign Out</Trans>
      </button>
    </p>
  );
}
