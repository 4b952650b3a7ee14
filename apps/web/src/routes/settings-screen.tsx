import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SessionList } from '#features/auth/index.ts';
import { DeletedTeams, DeleteTeam, InstallationNotice, TeamSettings } from '#features/teams/index.ts';
import { useMay } from '#platform/rights.ts';
import { acceptTeam, dropTeam, loadTeamContext, useCurrentTeam } from '#platform/teams.ts';
import { Appearance } from '#shell/appearance.tsx';
import { Page } from '#shell/page.tsx';
import styles from './screens.module.css';

export function SettingsScreen() {
  const router = useRouter();
  const team = useCurrentTeam();
  const may = useMay();
  if (team === undefined) return null;
  return (
    <Page title="Settings">
      <InstallationNotice />
      <Section title="Team">
        <TeamSettings key={team._id} />
      </Section>
      <Section title="Appearance">
        <Appearance />
      </Section>
      <Section title="Where you are signed in">
        <SessionList />
      </Section>
      <Section title="Trash">
        <p className={styles.quiet}>
          Deleted tasks and projects wait for 30 days.{' '}
          <Link to="/dashboard/trash" search={{}} className={styles.more}>
            Open the trash
          </Link>
        </p>
      </Section>
      {may('team.delete') && (
        <Section title="Delete team">
          <DeleteTeam
            team={team}
            onDeleted={(teamId) => {
              dropTeam(teamId);
              void loadTeamContext();
              void router.navigate({ to: '/dashboard', search: {} });
            }}
          />
        </Section>
      )}
      <DeletedTeams onRestored={acceptTeam} />
    </Page>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.setting} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <div className={styles.settingBody}>{children}</div>
    </section>
  );
}
