import { useLingui } from '@lingui/react/macro';
import type { PresenceLocation } from '@hearth/contracts/presence/presence-values';
import { usePeopleHere } from '#platform/sync/index.ts';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import { AvatarStack } from '#ui/display/avatar.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';
import type { Person } from '#ui/format/person.ts';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import styles from './presence-avatars.module.css';

/** The same media query as in the lazy-loaded avatars, to avoid a layout shift. */
const hasRoomForFaces = (): boolean => window.matchMedia('(min-width: 100rem)').matches;

interface PresentPerson extends Person {
  /** Whether the member follows the current user. */
  isFollower: boolean;
}

export interface FacesProps {
  people: readonly PresentPerson[];
  label: string;
}

/** The interactive avatars, lazy-loaded on intent. */
const PresenceFaces = lazyOnIntent<FacesProps>(
  async () => (await import('./presence-faces.tsx')).PresenceFaces,
  function PlainFaces({ people, label }) {
    return (
      <Tooltip label={label}>
        <span className={styles.here}>
          <AvatarStack people={people} size={24} max={hasRoomForFaces() ? 5 : 1} label={label} />
        </span>
      </Tooltip>
    );
  },
);

interface PresenceAvatarsProps {
  projectId?: string;
  taskId?: string;
  /** The name of a screen outside any project. */
  screen?: string;
}

/** Other members who view the same project, task or screen. */
export function PresenceAvatars({ projectId, taskId, screen }: PresenceAvatarsProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const people = usePeopleAt((location) =>
    screen !== undefined
      ? location.screen?.split('?')[0] === screen
      : taskId === undefined
        ? location.projectId === projectId
        : location.taskId === taskId,
  );
  if (people.length === 0) return null;
  const names = formats.list(people.map(({ name }) => name));
  const label = taskId === undefined ? t`Here now: ${names}` : t`Looking at this task: ${names}`;
  return <PresenceFaces people={people} label={label} />;
}

/** Returns other members whose location matches. */
export function usePeopleAt(matches: (location: PresenceLocation) => boolean): PresentPerson[] {
  const here = usePeopleHere().filter(({ places }) => places.some(matches));
  const followers = here.filter(({ places }) => places.some(({ follows }) => follows !== null));
  const rows = useRowsOf(
    'member',
    here.map(({ userId }) => userId),
  );
  return rows.map(({ userId, name, image }) => ({
    id: userId,
    name,
    image,
    isFollower: followers.some((one) => one.userId === userId),
  }));
}
