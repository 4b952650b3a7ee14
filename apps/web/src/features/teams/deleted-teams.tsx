import { Button } from '@mantine/core';
import type { Team } from '@hearth/contracts/teams';
import { call, explainError } from '#platform/api-client.ts';
import { showError, showToast, trackLoading } from '#platform/core.ts';
import { useRequest } from '#platform/use-request.ts';
import styles from './teams.module.css';

/** Deleted teams that the person may bring back; nothing while there are none. */
export function DeletedTeams({ onRestored }: { onRestored: (team: Team) => void }) {
  const list = useRequest('deleted teams', (signal) =>
    call('GET /teams/deleted', { query: { limit: 200 }, signal }),
  );
  const teams = list.data?.teams ?? [];

  async function restore(teamId: string): Promise<void> {
    try {
      const { team } = await trackLoading(call('POST /teams/{teamId}/restore', { params: { teamId } }));
      list.setData({ teams: teams.filter((other) => other._id !== teamId), nextCursor: null });
      showToast(`${team.name} is back`);
      onRestored(team);
    } catch (error) {
      showError(explainError(error));
    }
  }

  if (teams.length === 0) return null;
  return (
    <section className={styles.section} aria-label="Deleted teams">
      <h2 className={styles.heading}>Deleted teams</h2>
      <ul>
        {teams.map((team) => (
          <li key={team._id} className={styles.line}>
            <span className={styles.name}>{team.name}</span>
            <Button
              variant="default"
              aria-label={`Restore ${team.name}`}
              onClick={() => void restore(team._id)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
