import type { Team } from '@hearth/contracts/teams/teams';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { auth } from '#platform/session/session.ts';
import { dropTeam } from '#platform/session/teams.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { SettingRow } from '#ui/layout/settings.tsx';

/** Leaves the team. Available to all members. The last owner must transfer ownership first. */
export function LeaveTeam({ team, onLeft }: { team: Team; onLeft: () => void }) {
  const { t } = useLingui();
  const [isConfirming, setIsConfirming] = useState(false);

  async function leave(): Promise<void> {
    const userId = auth.get().user?.id;
    if (userId === undefined) return;
    setIsConfirming(false);
    try {
      const params = { teamId: team._id, userId };
      await trackLoading(call('DELETE /teams/{teamId}/members/{userId}', { params }));
      dropTeam(team._id);
      showToast(t`You left ${team.name}`);
      onLeft();
    } catch (error) {
      showError(explainError(error));
    }
  }

  return (
    <SettingRow
      label={t`Leave team`}
      hint={t`You’ll lose access to its projects and tasks, and need a new invite to come back.`}
    >
      <Button variant="default" onClick={() => setIsConfirming(true)}>
        <Trans>Leave team</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t`Leave ${team.name}?`}
        action={t`Leave team`}
        onConfirm={() => void leave()}
        onClose={() => setIsConfirming(false)}
      >
        <Trans>You’ll lose access to its projects and tasks. Your work stays with the team.</Trans>
      </ConfirmDialog>
    </SettingRow>
  );
}
