import { LIMITS } from '@hearth/contracts/core/limits';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { PublicLinkList } from '#features/public-links/index.ts';
import {
  DeletedTeams,
  DeleteTeam,
  InstallationNotice,
  LeaveTeam,
  TeamSettings,
} from '#features/teams/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { acceptTeam, dropTeam, loadTeamContext, useCurrentTeam } from '#platform/session/teams.ts';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import styles from './settings.module.css';

/** Settings of the whole team. */
export function TeamSection() {
  const { t } = useLingui();
  const router = useRouter();
  const team = useCurrentTeam();
  const may = useMay();
  if (team === undefined) return null;

  function openDashboard(): void {
    void loadTeamContext();
    void router.navigate({ to: '/dashboard', search: {} });
  }

  return (
    <>
      <TeamSettings key={team._id} publicLinks={<PublicLinkList />} />
      <SettingsGroup>
        <SettingRow
          label={t`Trash`}
          hint={
            <Plural
              value={LIMITS.trashDays}
              one="Deleted tasks, documents and projects are kept for # day."
              other="Deleted tasks, documents and projects are kept for # days."
            />
          }
        >
          <Link to="/dashboard/trash" search={{}} className={styles.trash}>
            <Trans>Open the trash</Trans>
          </Link>
        </SettingRow>
      </SettingsGroup>
      <SettingsGroup title={t`Danger zone`} isDanger>
        <LeaveTeam team={team} onLeft={openDashboard} />
        {may('team.delete') ? (
          <DeleteTeam
            team={team}
            onDeleted={(teamId) => {
              dropTeam(teamId);
              openDashboard();
            }}
          />
        ) : (
          <SettingRow label={t`Delete team`} hint={<WhyNot act="team.delete" />} />
        )}
      </SettingsGroup>
      {/* Placed last because both sections load when shown and would shift content below them. */}
      <InstallationNotice />
      <DeletedTeams onRestored={acceptTeam} />
    </>
  );
}
