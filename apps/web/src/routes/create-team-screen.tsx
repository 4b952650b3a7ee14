import { Link, useRouter } from '@tanstack/react-router';
import { CreateTeamForm } from '#features/teams/index.ts';
import { useSelected } from '#platform/state.ts';
import { acceptTeam, loadTeams, switchTeam, teamsState } from '#platform/teams.ts';
import { useTitle } from '#platform/use-title.ts';
import { CenteredPage } from '#ui/centered-page.tsx';
import styles from './screens.module.css';

export function CreateTeamScreen() {
  useTitle('Create a team');
  const router = useRouter();
  const hasTeams = useSelected(teamsState, (state) => state.teams.length > 0);
  return (
    <CenteredPage title="Create a team" lead="Its people share projects and tasks. You can invite them next.">
      <CreateTeamForm
        onCreated={async (team) => {
          // Its place among the teams is known only once the others are.
          if (!teamsState.get().isLoaded) await loadTeams();
          void switchTeam(acceptTeam(team));
          await router.navigate({ to: '/dashboard' });
        }}
      >
        {hasTeams && (
          <Link to="/dashboard" className={styles.quietLink}>
            Back to the dashboard
          </Link>
        )}
      </CreateTeamForm>
    </CenteredPage>
  );
}
