import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useSelected } from '#platform/client-state/state.ts';
import { switchTeam, teamsState, useCurrentTeam } from '#platform/session/teams.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { TeamMark } from '#ui/display/team-mark.tsx';
import styles from './sidebar.module.css';

/** Menu with the current team, the other teams and an entry for creating a team. */
export function TeamMenu({ isCompact = false }: { isCompact?: boolean }) {
  const { t } = useLingui();
  const router = useRouter();
  const teams = useSelected(teamsState, (state) => state.teams);
  const current = useCurrentTeam();
  if (current === undefined) return null;

  async function choose(index: number): Promise<void> {
    void switchTeam(index);
    await router.navigate({ to: '/dashboard', search: {} });
  }

  return (
    <Menu width={260}>
      <Menu.Target>
        <button type="button" className={styles.team} data-compact={isCompact || undefined}>
          <TeamMark team={current} />
          {isCompact ? (
            <span className="hidden-text">
              <Trans>Team: {current.name}</Trans>
            </span>
          ) : (
            <>
              <Trans>
                <span className="hidden-text">Team: </span>
                <span className={styles.teamName}>{current.name}</span>
              </Trans>
              <IconSelector size={15} stroke={1.7} aria-hidden="true" className={styles.faint} />
            </>
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Trans>Teams</Trans>
        </Menu.Label>
        {teams.map((team, index) => (
          <Menu.Item
            key={team._id}
            leftSection={<TeamMark team={team} size={20} />}
            rightSection={team._id === current._id ? <IconCheck size={15} aria-label={t`selected`} /> : null}
            onClick={() => void choose(index)}
          >
            <span className={styles.clip}>{team.name}</span>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => void router.navigate({ to: '/teams/create' })}
        >
          <Trans>Create a team</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
