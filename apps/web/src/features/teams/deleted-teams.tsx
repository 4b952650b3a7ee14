import type { Team } from '@hearth/contracts/teams/teams';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/buttons/button.tsx';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { formatMoment } from '#ui/format/formats.ts';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';

/** Deleted teams that this user may restore. Renders nothing if there are none. */
export function DeletedTeams({ onRestored }: { onRestored: (team: Team) => void }) {
  const { t } = useLingui();
  const list = useRequest('deleted teams', (signal) =>
    call('GET /teams/deleted', { query: { limit: 200 }, signal }),
  );
  const teams = list.data?.teams ?? [];

  async function restore(teamId: string): Promise<void> {
    try {
      const { team } = await trackLoading(call('POST /teams/{teamId}/restore', { params: { teamId } }));
      list.setData({ teams: teams.filter((other) => other._id !== teamId), nextCursor: null });
      showToast(t`${team.name} restored`);
      onRestored(team);
    } catch (error) {
      showError(explainError(error));
    }
  }

  if (teams.length === 0) return null;
  return (
    <SettingsGroup title={t`Deleted teams`}>
      {teams.map((team) => (
        <SettingRow
          key={team._id}
          label={team.name}
          hint={
            team.deletedAt === null ? undefined : (
              <Trans>Deleted {formatMoment(team.deletedAt, { dateStyle: 'medium' })}</Trans>
            )
          }
        >
          <Button
            variant="default"
            aria-label={t`Restore ${team.name}`}
            onClick={() => void restore(team._id)}
          >
            <Trans>Restore</Trans>
          </Button>
        </SettingRow>
      ))}
    </SettingsGroup>
  );
}
