import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useSelected } from '#platform/state.ts';
import { switchTeam, teamsState, useCurrentTeam } from '#platform/teams.ts';
import { Menu } from '#ui/menu.tsx';
import { pickPersonColor, takeFirstLetter } from '#ui/person.ts';
import styles from './shell.module.css';

/** The current team, the others, and the way to a new one. */
export function TeamMenu({ isCompact = false }: { isCompact?: boolean }) {
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
          <TeamMark id={current._id} name={current.name} />
          <span className="hidden-text">Team: {isCompact && current.name}</span>
          {!isCompact && (
            <>
              <span className={styles.teamName}>{current.name}</span>
              <IconSelector size={15} stroke={1.7} aria-hidden="true" className={styles.faint} />
            </>
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Teams</Menu.Label>
        {teams.map((team, index) => (
          <Menu.Item
            key={team._id}
            leftSection={<TeamMark id={team._id} name={team.name} isSmall />}
            rightSection={team._id === current._id ? <IconCheck size={15} aria-label="selected" /> : null}
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
          Create a team
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function TeamMark({ id, name, isSmall = false }: { id: string; name: string; isSmall?: boolean }) {
  return (
    <span
      className={styles.teamMark}
      data-color={pickPersonColor(id)}
      data-letter={takeFirstLetter(name)}
      data-small={isSmall || undefined}
      aria-hidden="true"
    />
  );
}
