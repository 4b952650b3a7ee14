import { LIMITS } from '@hearth/contracts/core/limits';
import type { Team } from '@hearth/contracts/teams/teams';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { showRefusal, withFreshSignIn } from '#platform/session/sign-in-again.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { SettingRow } from '#ui/layout/settings.tsx';

/**
 * Deletes the team. Available to owners. The server requires reauthentication because access to an unlocked browser must not be sufficient.
 */
export function DeleteTeam({ team, onDeleted }: { team: Team; onDeleted: (teamId: string) => void }) {
  const { t } = useLingui();
  const [isConfirming, setIsConfirming] = useState(false);

  async function remove(): Promise<void> {
    try {
      await withFreshSignIn(() =>
        trackLoading(call('DELETE /teams/{teamId}', { params: { teamId: team._id } })),
      );
      setIsConfirming(false);
      showToast(t`${team.name} was deleted`);
      onDeleted(team._id);
    } catch (error) {
      showRefusal(error);
    }
  }

  return (
    <SettingRow
      label={t`Delete team`}
      hint={
        <Plural
          value={LIMITS.trashDays}
          one="This deletes its projects, tasks and memberships. You can restore it for # day."
          other="This deletes its projects, tasks and memberships. You can restore it for # days."
        />
      }
    >
      <Button variant="danger" onClick={() => setIsConfirming(true)}>
        <Trans>Delete team</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t`Delete ${team.name}?`}
        action={t`Delete team`}
        typeToConfirm={team.name}
        onConfirm={remove}
        onClose={() => setIsConfirming(false)}
      >
        <Plural
          value={LIMITS.trashDays}
          one="Everyone on the team loses access immediately. You can restore it here for # day."
          other="Everyone on the team loses access immediately. You can restore it here for # days."
        />
      </ConfirmDialog>
    </SettingRow>
  );
}
