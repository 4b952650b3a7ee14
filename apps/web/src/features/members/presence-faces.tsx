import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye } from '@tabler/icons-react';
import { following } from '#platform/following.ts';
import { useSelected } from '#platform/state.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { viewState } from '#platform/view-as.ts';
import { Avatar } from '#ui/avatar.tsx';
import { useFormats } from '#ui/formats.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import type { FacesProps } from './who-is-here.tsx';
import styles from './presence-faces.module.css';

/** One more stands as itself where '+1' would. */
const MOST_FACES = 5;

/** The people who are here, each to be pressed; those beyond the first few under one number. */
export function PresenceFaces({ people, words }: FacesProps) {
  const formats = useFormats();
  const shown = people.slice(0, people.length > MOST_FACES ? MOST_FACES - 1 : MOST_FACES);
  const rest = people.slice(shown.length);
  return (
    <span className={styles.faces} role="group" aria-label={words}>
      {shown.map((person) => (
        <OneFace key={person.id} person={person} />
      ))}
      {rest.length > 0 && <Face people={rest} label={formats.list(rest.map(({ name }) => name))} />}
    </span>
  );
}

function OneFace({ person }: { person: FacesProps['people'][number] }) {
  const { t } = useLingui();
  const { name, isFollower } = person;
  return <Face people={[person]} label={isFollower ? t`${name} follows you` : name} />;
}

function Face({ people, label }: { people: FacesProps['people']; label: string }) {
  const formats = useFormats();
  const [first] = people;
  const isOne = people.length === 1 && first !== undefined;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton className={styles.face} label={label}>
          {isOne ? (
            <Avatar person={first} size={24} />
          ) : (
            <span className={styles.more}>{formats.number(people.length, { signDisplay: 'always' })}</span>
          )}
          {people.some(({ isFollower }) => isFollower) && (
            <span className={styles.eye}>
              <IconEye size={10} stroke={2.4} aria-hidden="true" />
            </span>
          )}
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {people.map((person) => (
          <FollowItem key={person.id} person={person} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function FollowItem({ person: { id, name, isFollower } }: { person: FacesProps['people'][number] }) {
  const isFollowed = useSelected(following, ({ userId }) => userId === id);
  const isViewed = useSelected(viewState, ({ view }) => view !== null);
  const isPast = useTeamStore().at !== null;
  // Two who follow each other would go round in a circle.
  if (isFollower || isViewed || isPast)
    return <Menu.Label>{isFollower ? <Trans>{name} follows you</Trans> : name}</Menu.Label>;
  return (
    <Menu.Item
      leftSection={<IconEye size={16} stroke={1.7} aria-hidden="true" />}
      onClick={() => following.set({ userId: isFollowed ? null : id })}
    >
      {isFollowed ? <Trans>Stop following {name}</Trans> : <Trans>Follow {name}</Trans>}
    </Menu.Item>
  );
}
