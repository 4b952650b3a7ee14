import { Button } from '@mantine/core';
import type { Team } from '@hearth/contracts/teams';
import { useState } from 'react';
import { call, explainError } from '#platform/api-client.ts';
import { showError, showToast, trackLoading } from '#platform/core.ts';
import { withFreshSignIn } from '#platform/sign-in-again.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import styles from './teams.module.css';

/** For owners. The server wants a fresh sign-in for it, so that a borrowed browser is not enough. */
export function DeleteTeam({ team, onDeleted }: { team: Team; onDeleted: (teamId: string) => void }) {
  const [isAsking, setIsAsking] = useState(false);

  async function remove(): Promise<void> {
    setIsAsking(false);
    try {
      await withFreshSignIn(() =>
        trackLoading(call('DELETE /teams/{teamId}', { params: { teamId: team._id } })),
      );
      showToast(`${team.name} was deleted`);
      onDeleted(team._id);
    } catch (error) {
      showError(explainError(error));
    }
  }

  return (
    <div className={styles.danger}>
      <p className={styles.faint}>
        Its projects, tasks and members go with it. It can be restored for 30 days.
      </p>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        Delete team
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete ${team.name}?`}
        action="Delete team"
        typeToConfirm={team.name}
        onConfirm={() => void remove()}
        onClose={() => setIsAsking(false)}
      >
        Everybody in the team loses sight of it at once. You can restore it here for 30 days.
      </ConfirmDialog>
    </div>
  );
}
